import { errorSchema } from '@barkyard/domain/schemas/errors'
import { generateOpenApiDocument } from 'trpc-openapi'
import { z } from 'zod'
import { createDocument } from 'zod-openapi'
import { appRouter } from '../root-router.ts'
import { ACCOUNT_CALLS } from './account-calls.ts'
import { PARAMETERS } from './details.ts'
import { EXAMPLES } from './examples.ts'
import { guide } from './guide.ts'
import { TAGS } from './meta.ts'
import { type Endpoint, endpoints } from './mount.ts'
import { OPERATION_CALLS } from './operation-calls.ts'
import { OTHER_CALLS } from './other-calls.ts'
import { COUNTED, errors, HEADERS, headers, malformedRequest, particularsOf, reasonsOf } from './responses.ts'
import { LOCAL_SERVER } from './server-url.ts'
import { SIGN_IN_CALLS } from './sign-in-calls.ts'
import { tidied } from './tidy.ts'

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
  schema?: Schema & { description?: string; example?: unknown }
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

const TITLE = { title: 'Barkyard', version: '1.0.0' }
const COOKIE = { cookie: [] }
const TOKEN = { token: [] }
/** The OpenAPI 3.1 document of everything under /api. @param server the address of the server for scripts. */
export function openApiDocument(server = LOCAL_SERVER): Document {
  const procedures = generateOpenApiDocument(appRouter, { ...TITLE, baseUrl: 'http://localhost/api' })
  const all = endpoints()
  const bodies = new Map(all.map(namedBodyOf).filter(body => body !== null))
  // Describe them as input: fields with a default are optional.
  for (const body of bodies.values()) body.register(z.globalRegistry, { ...body.meta(), unusedIO: 'input' })
  const others = createDocument({
    ...{
      openapi: '3.1.0',
      info: TITLE,
      paths: { ...SIGN_IN_CALLS, ...OTHER_CALLS, ...OPERATION_CALLS, ...ACCOUNT_CALLS },
    },
    components: { schemas: { ...Object.fromEntries(bodies), Error: errorSchema } },
  })
  for (const endpoint of all) {
    const path = procedures.paths?.[endpoint.path] as Record<string, Operation> | undefined
    const operation = path?.[endpoint.method.toString().toLowerCase()]
    if (!operation) throw new Error(`the document lacks ${endpoint.name}`)
    complete(operation, endpoint)
  }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const part of [procedures.paths, others.paths] as Record<string, Record<string, Operation>>[])
    for (const [path, verbs] of Object.entries(part)) paths[path] = { ...paths[path], ...verbs }
  for (const operation of Object.values(paths).flatMap(Object.values<Operation>)) {
    for (const parameter of operation.parameters ?? []) describe(parameter)
    addExamples(operation)
    shareErrors(operation)
    operation.responses[431] = { $ref: '#/components/responses/MalformedRequest' }
  }
  const schemas = Object.entries({ ...procedures.components?.schemas, ...others.components?.schemas })
  return tidied({
    openapi: '3.1.0',
    info: {
      ...TITLE,
      summary: 'The web app for dog owners, for scripts.',
      description: guide(server),
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this installation', url: server.origin },
    },
    servers: [{ url: new URL('/api', server).href, description: 'This installation.' }],
    security: [COOKIE, TOKEN],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(schemas.filter(([name]) => !name.startsWith('error.'))),
      headers: HEADERS,
      responses: {
        ...Object.fromEntries(Object.values(SHARED_ERRORS).map(({ name, response }) => [name, response])),
        MalformedRequest: malformedRequest,
      },
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'Set by `POST /login` and `POST /signup`.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token, created by `POST /tokens`.' },
      },
    },
  } as Document)
}

/** The content of the file openapi.json. */
export const documentText = () => `${JSON.stringify(openApiDocument(), null, 2)}\n`

/** Adds what trpc-openapi drops or cannot know: names of bodies, bodies of DELETE, pages, errors, and who may call. */
function complete(operation: Operation, endpoint: Endpoint): void {
  const { isPage, listLimit, meta } = endpoint
  const success = operation.responses['200']
  if (!success) return
  const answer = success.content?.['application/json']
  success.description = 'Done.'
  if (answer && isPage) answer.schema = answer.schema?.properties?.items ?? {}
  if (answer && meta.openapi?.example?.answer !== undefined) answer.example = meta.openapi.example.answer
  success.headers = {
    ...COUNTED,
    ...((isPage || listLimit !== null) && headers('X-Next-Cursor', 'Link')),
    ...(isPage && headers('X-Total-Count')),
  }
  const [name, body] = namedBodyOf(endpoint) ?? []
  operation.parameters = (operation.parameters ?? []).filter(parameter => parameter.in === 'path' || !body)
  if (body)
    operation.requestBody = {
      required: !body.safeParse({}).success,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${name}` },
          example: meta.openapi?.example?.body,
        },
      },
    }
  const reasons = reasonsOf(endpoint)
  operation.security = reasons.includes('token') ? [COOKIE] : [COOKIE, TOKEN]
  operation.responses = { 200: success, ...errors(reasons, particularsOf(endpoint)) }
}

/** The body of a write with its name in the document: its own, or one made from the operation's name. */
function namedBodyOf({ method, path, input, meta }: Endpoint): [string, z.ZodObject] | null {
  if (method === 'GET' || !input) return null
  const own = input.meta()?.id
  const inPath = Object.keys(input.shape).filter(field => path.includes(`{${field}}`))
  const fields = Object.entries(input.shape).filter(([field]) => !inPath.includes(field))
  if (fields.length === 0) return null
  if (own !== undefined && inPath.length === 0) return [own, input]
  const { operationId = '' } = meta.openapi ?? {}
  const body = z.object(Object.fromEntries(fields)).describe(`The body of \`${operationId}\`.`)
  return [`${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`, body]
}

/** Moves a parameter's description and example out of its schema, where the libraries leave them. */
function describe(parameter: Parameter): void {
  const { description, example } = parameter.schema ?? {}
  Object.assign(parameter, PARAMETERS[parameter.name], description !== undefined && { description })
  if (example !== undefined) parameter.example = example
  delete parameter.schema?.description
  delete parameter.schema?.example
}

/** Adds the example of each shape wherever the shape is sent or answered. */
function addExamples({ requestBody, responses }: Operation): void {
  const bodies = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  for (const media of bodies.flatMap(content => Object.values(content ?? {}))) {
    const example = exampleOf(media.schema)
    if (media.example === undefined && example !== undefined) media.example = example
  }
}

function exampleOf(schema: Schema | undefined): unknown {
  if (schema?.type === 'array') {
    const item = exampleOf(schema.items)
    return item === undefined ? undefined : [item]
  }
  const name = schema?.$ref?.split('/').at(-1) ?? ''
  return Object.entries(EXAMPLES).find(([known]) => known === name)?.[1]
}

/** Errors that are the same in many calls, by name, with their reasons. */
const SHARED = {
  MalformedBody: ['malformed-json'],
  NotSignedIn: ['not-signed-in'],
  ForeignSite: ['foreign-site'],
  BodyTooLarge: ['body-too-large'],
  WrongContentType: ['wrong-content-type'],
  NoActiveDog: ['no-active-dog'],
  NotAdmin: ['not-admin'],
  TooManyRequests: ['too-many-requests'],
  ServerFault: ['server-fault'],
  Unavailable: ['database-away', 'too-busy'],
} as const
const SHARED_ERRORS = Object.entries(SHARED).map(([name, reasons]) => {
  const [response] = Object.values(errors(reasons))
  return { name, text: JSON.stringify(response), response }
})

function shareErrors({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    const text = JSON.stringify(response)
    const shared = SHARED_ERRORS.find(known => known.text === text)
    if (shared) responses[status] = { $ref: `#/components/responses/${shared.name}` }
  }
}
