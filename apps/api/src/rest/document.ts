import { ownPasswordSchema } from '@barkyard/domain/schemas/account'
import { deleteUsersSchema } from '@barkyard/domain/schemas/admin'
import { errorSchema } from '@barkyard/domain/schemas/errors'
import { generateOpenApiDocument } from 'trpc-openapi'
import { createDocument } from 'zod-openapi'
import { appRouter } from '../root-router.ts'
import { ACCOUNT_CALLS } from './account-calls.ts'
import { DETAILS, PARAMETERS } from './details.ts'
import { EXAMPLES } from './examples.ts'
import { type Endpoint, endpoints } from './mount.ts'
import { OTHER_CALLS } from './other-calls.ts'
import { ANY, namedErrors, WRITE } from './responses.ts'

type Document = ReturnType<typeof createDocument>

interface Schema {
  $ref?: string
  type?: string
  items?: Schema
  properties?: Record<string, Schema>
}
interface Media {
  schema?: Schema
  example?: unknown
}
interface Response {
  $ref?: string
  description?: string
  content?: Record<string, Media>
  headers?: unknown
}
interface Parameter {
  in: string
  name: string
  description?: string
  example?: unknown
  schema?: Schema
  explode?: boolean
}
interface Operation {
  operationId?: string
  description?: string
  tags?: string[]
  security?: unknown
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

const SECURITY = [{ cookie: [] }, { token: [] }]
const TITLE = { title: 'Barkyard', version: '1.0.0' }
const DESCRIPTION = `Everything the web app does, for scripts.

**Signing in.** \`POST /login\` with JSON and keep the cookie \`session\`, or make a personal access token (\`POST /tokens\`) and send it as \`Authorization: Bearer\`. A token may do what its owner may, admin rights only if asked for when it was made; it cannot make tokens or impersonate. Where both are sent the token counts: one that is no good answers 401.

**Writes** take JSON alone (\`application/json\`), photos multipart. Unknown fields are ignored.

**Values.** Times are ISO 8601 in UTC, distances whole kilometres, ids opaque strings.

**Pages.** Lists that can be long take \`limit\` and \`cursor\`; the header \`X-Next-Cursor\` is there while more follow, and holds the next cursor.

**Limits.** 1,200 calls a minute a user, and tighter ones for signing in, barks, proposals, uploads and locations: 429 with \`Retry-After\`.

**The socket** is at \`/ws\` on the same host, with the cookie or the token: send \`{"type":"auth","userId"}\`, then \`{"type":"message","matchId","senderDogId","body","clientId"}\`; messages come as \`{"type":"message","message"}\`, refusals as \`{"type":"error","message"}\`.`

const TAGS = {
  auth: 'Signing in and out',
  account: 'Your account: name, password, address, sessions, data',
  dogs: 'Profiles, and the dog you act as',
  photos: 'Photos of dogs',
  location: 'Where you live',
  sniff: 'Dogs nearby',
  matches: 'Barks and matches',
  messages: 'Chats',
  playdates: 'Playdates',
  calendar: 'Playdates in a calendar program',
  notifications: 'Notifications: what you are told, how and when',
  safety: 'Reports, notices and appeals',
  tokens: 'Personal access tokens',
  admin: 'For admins',
  operation: 'The server itself',
}

/** The OpenAPI 3.1 document of everything under /api. Its server is "/api": of the host it was read from. */
export function openApiDocument(): Document {
  const procedures = generateOpenApiDocument(appRouter, { ...TITLE, baseUrl: 'http://localhost/api' })
  const others = createDocument({
    ...{ openapi: '3.1.0', info: TITLE, paths: { ...OTHER_CALLS, ...ACCOUNT_CALLS } },
    components: { schemas: { DeleteUsers: deleteUsersSchema, Error: errorSchema, OwnPassword: ownPasswordSchema } },
  })
  for (const endpoint of endpoints()) {
    const path = procedures.paths?.[endpoint.path] as Record<string, Operation> | undefined
    const operation = path?.[endpoint.method.toString().toLowerCase()]
    if (!operation) throw new Error(`the document lacks ${endpoint.name}`)
    complete(operation, endpoint)
  }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const part of [procedures.paths, others.paths] as Record<string, Record<string, Operation>>[])
    for (const [path, verbs] of Object.entries(part)) paths[path] = { ...paths[path], ...verbs }
  for (const operation of Object.values(paths).flatMap(Object.values<Operation>)) {
    addExamples(operation)
    shareErrors(operation)
  }
  const schemas = Object.entries({ ...procedures.components?.schemas, ...others.components?.schemas })
  return {
    openapi: '3.1.0',
    info: { ...TITLE, description: DESCRIPTION },
    servers: [{ url: '/api', description: 'The host that this document comes from' }],
    security: SECURITY,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(schemas.filter(([name]) => !name.startsWith('error.'))),
      responses: Object.fromEntries(Object.values(SHARED_ERRORS).map(({ name, response }) => [name, response])),
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by POST /login and POST /signup' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token, made by POST /tokens' },
      },
    },
  } as Document
}

/** The document as the file openapi.json holds it. */
export const documentText = () => `${JSON.stringify(openApiDocument(), null, 2)}\n`

/** What the shapes of a procedure do not tell: its errors, pages, bodies of DELETE, and what its parameters mean. */
function complete(operation: Operation, endpoint: Endpoint): void {
  const { name, method, isPage, listLimit, hasInput } = endpoint
  const { errors, description, request } = DETAILS[name] ?? {}
  const isWrite = method !== 'GET'
  const success = operation.responses['200']
  if (!success) return
  success.description = 'Done'
  if (isPage && success.content) success.content = { 'application/json': { schema: itemsOf(success.content) } }
  if (isPage || listLimit !== null) success.headers = pageHeaders(isPage)
  operation.security = SECURITY
  if (description) operation.description = description
  if (method === 'DELETE') bodyOfDelete(operation, name)
  for (const parameter of operation.parameters ?? []) {
    Object.assign(parameter, PARAMETERS[parameter.name])
    // Comma-joined: OpenAPI's own default is to repeat the parameter.
    if (parameter.schema?.type === 'array') parameter.explode = false
  }
  const body = operation.requestBody?.content['application/json']
  if (body && request !== undefined) body.example = request
  const isAdmin = name.startsWith('admin.')
  const refused = [isAdmin && 'You are no admin', errors?.[403], isWrite && WRITE[403]].filter(text => text)
  operation.responses = {
    200: success,
    ...namedErrors({
      ...{ 401: true, ...ANY, ...(hasInput && { 400: true }) },
      ...{ ...(isWrite && WRITE), ...errors },
      ...(refused.length > 0 && { 403: refused.join('; or: ') }),
    }),
  }
}

const BODIES_OF_DELETE: Record<string, string> = { 'admin.deleteUsers': 'DeleteUsers', 'account.delete': 'OwnPassword' }

/** trpc-openapi writes what a DELETE takes as parameters; here all but the path's go into a body. */
function bodyOfDelete(operation: Operation, name: string): void {
  const isBody = operation.parameters?.some(parameter => parameter.in === 'query') ?? false
  if (!isBody) return
  operation.parameters = operation.parameters?.filter(parameter => parameter.in !== 'query') ?? []
  operation.requestBody = {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${BODIES_OF_DELETE[name]}` } } },
  }
}

/** Over REST a page is its items. */
const itemsOf = (content: Record<string, Media>): Schema => content['application/json']?.schema?.properties?.items ?? {}

const pageHeaders = (isPage: boolean) => ({
  ...(isPage && {
    'X-Total-Count': {
      description: 'How many there are (sniffing stops counting at 1000)',
      schema: { type: 'integer' },
    },
  }),
  'X-Next-Cursor': { description: 'The cursor of the next page, where there is one', schema: { type: 'string' } },
})

/** Each shape has one example; wherever it is taken or answered, it stands there. */
function addExamples({ requestBody, responses }: Operation): void {
  const bodies = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  for (const media of bodies.flatMap(content => Object.values(content ?? {}))) {
    const example = exampleOf(media.schema)
    if (media.example === undefined && example !== undefined) media.example = example
  }
}

/** Errors that mean the same everywhere, by status. */
const SHARED_ERRORS = Object.fromEntries(
  Object.entries(namedErrors({ ...ANY, ...WRITE, 401: true })).map(([status, response]) => [
    status,
    { name: status === '403' ? 'ForeignPage' : `Error${status}`, text: JSON.stringify(response), response },
  ]),
)

function shareErrors({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    const shared = SHARED_ERRORS[status]
    if (shared?.text === JSON.stringify(response)) responses[status] = { $ref: `#/components/responses/${shared.name}` }
  }
}

function exampleOf(schema: Schema | undefined): unknown {
  if (schema?.type === 'array') {
    const item = exampleOf(schema.items)
    return item === undefined ? undefined : [item]
  }
  return EXAMPLES[schema?.$ref?.split('/').at(-1) ?? '']
}
