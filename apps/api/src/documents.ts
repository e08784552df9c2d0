import { appRouter, OPENAPI_PATHS } from './features/index.ts'
import { asyncApiDocument } from './platform/rest/asyncapi.ts'
import { openApiDocument } from './platform/rest/document.ts'
import { LOCAL_SERVER } from './platform/rest/reference.ts'

/** The API's documents, by file name. @param server the address of the server for scripts. */
export const DOCUMENTS = {
  'openapi.json': (server = LOCAL_SERVER) => openApiDocument(appRouter, OPENAPI_PATHS, server),
  'asyncapi.json': (server = LOCAL_SERVER) => asyncApiDocument(server),
}
export type Documents = typeof DOCUMENTS

export const documentText = (name: keyof Documents) => `${JSON.stringify(DOCUMENTS[name](), null, 2)}\n`
