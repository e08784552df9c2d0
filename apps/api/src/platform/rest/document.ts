import type { ErrorReason } from '@barkyard/domain/errors'
import { rightHolders } from '@barkyard/domain/rights'
import { errorSchema } from '@barkyard/domain/schemas/errors'
import type { AnyTRPCRouter } from '@trpc/server'
import { generateOpenApiDocument } from 'trpc-openapi'
import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { TAGS, tagOf } from '../trpc/meta.ts'
import { guide } from './guide.ts'
import HEADERS from './headers.json' with { type: 'json' }
import { KEPT_HOURS, KEY_MAX } from './idempotency.ts'
import { type Endpoint, endpoints } from './mount.ts'
import { normalized } from './normalize.ts'
import { curlOf, RECORDED } from './recorded.ts'
import {
  CHOSEN_DOG,
  COUNTED,
  errors,
  headers,
  malformedRequest,
  particularsOf,
  REPEATED,
  type RoutePaths,
  reasonsOf,
} from './responses.ts'

type Document = ReturnType<typeof createDocument>

interface Schema {
  $ref?: string
  description?: string
  type?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}
interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Response {
  $ref?: string
  description?: string
  content?: Record<string, Media>
  headers?: unknown
}
interface Parameter {
  $ref?: string
  in?: string
  name?: string
  description?: string
  example?: unknown
  schema?: Schema & { description?: string; example?: unknown }
}
interface Operation {
  operationId?: string
  description?: string
  tags?: string[]
  security?: unknown
  servers?: { url: string; description?: string }[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

const TITLE = { title: 'Barkyard', version: '1.0.0' }
const COOKIE = { cookie: [] }
const TOKEN = { token: [] }
/** The OpenAPI 3.1 document of all procedures and of the other calls. @param server the address for scripts. */
export function openApiDocument(router: AnyTRPCRouter, calls: RoutePaths, server: URL): Document {
  const all = endpoints(router)
  const procedures = generateOpenApiDocument(describedRouter(all), { ...TITLE, baseUrl: 'http://localhost/api' })
  const bodies = new Map(all.map(namedBodyOf).filter(body => body !== null))
  // Describe them as input: fields with a default are optional.
  for (const body of bodies.values()) body.register(z.globalRegistry, { ...body.meta(), unusedIO: 'input' })
  const others = createDocument({
    openapi: '3.1.0',
    info: TITLE,
    paths: pathsOf(calls),
    components: { schemas: { ...Object.fromEntries(bodies), Error: errorSchema } },
  })
  for (const endpoint of all) {
    const path = procedures.paths?.[endpoint.path] as Record<string, Operation> | undefined
    const operation = path?.[endpoint.method.toString().toLowerCase()]
    if (!operation) throw new Error(`the document lacks ${endpoint.name}`)
    complete(operation, endpoint, (procedures.components?.schemas ?? {}) as Record<string, Schema>)
  }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const part of [procedures.paths, others.paths] as Record<string, Record<string, Operation>>[])
    for (const [path, verbs] of Object.entries(part)) paths[path] = { ...paths[path], ...verbs }
  for (const [path, verb, operation] of operationsOf(paths)) {
    if (operation.servers) operation.servers = [{ url: server.origin, description: 'The root of this installation.' }]
    for (const parameter of operation.parameters ?? []) describe(parameter, path, operation)
    if (!isOpen(operation)) takeChosenDog(operation)
    if (!isOpen(operation) && verb === 'post') takeIdempotencyKey(operation)
    addExamples(operation, verb, path, server)
    shareErrors(operation)
    operation.responses[431] = { $ref: '#/components/responses/MalformedRequest' }
  }
  return normalized({
    openapi: '3.1.0',
    info: {
      ...TITLE,
      summary: 'The web app for dog owners, for scripts.',
      description: guide(server, router),
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this installation', url: server.origin },
    },
    servers: [{ url: new URL('/api', server).href, description: 'This installation.' }],
    security: [COOKIE, TOKEN],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...procedures.components?.schemas, ...others.components?.schemas },
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

function pathsOf(calls: RoutePaths): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const [address, operation] of Object.entries(calls)) {
    const [method = '', path = ''] = address.split(' ')
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()])
    const requestParams = { path: z.object(Object.fromEntries(named)), ...operation.requestParams }
    const described = { ...operation, ...(named.length > 0 && { requestParams }) }
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
  }
  return paths
}

/** The procedures as trpc-openapi reads them: each with its call in `meta.openapi`. */
const describedRouter = (all: readonly Endpoint[]) => {
  const described = all.map(({ name, procedure, method, path, input, meta }) => {
    const { operationId, summary, description } = meta
    const openapi = { method, path, operationId, summary, description, tags: [tagOf(name)] }
    return [name, { _def: { ...procedure._def, ...(input && { inputs: [input] }), meta: { openapi } } }]
  })
  return { _def: { procedures: Object.fromEntries(described) } } as AnyTRPCRouter
}

/** Adds what trpc-openapi drops or cannot know: names of bodies, bodies of DELETE, pages, errors, and who may call. */
function complete(operation: Operation, endpoint: Endpoint, shapes: Record<string, Schema>): void {
  const { meta, isPage } = endpoint
  const success = operation.responses['200']
  if (!success) return
  const answer = success.content?.['application/json']
  const isCounted = isPage && answer?.schema?.properties?.total !== undefined
  if (answer && isPage) answer.schema = answer.schema?.properties?.items ?? {}
  success.description = meta.done ?? describedBy(answer?.schema, shapes)
  if (meta.right) operation.description = `${operation.description} ${rightHolders(meta.right)} may.`
  success.headers = {
    ...COUNTED,
    ...(isPage && headers('X-Next-Cursor')),
    ...((isPage || meta.isLinked) && headers('Link')),
    ...(isCounted && headers('X-Total-Count')),
  }
  const [name, body] = namedBodyOf(endpoint) ?? []
  operation.parameters = (operation.parameters ?? []).filter(parameter => parameter.in === 'path' || !body)
  if (body)
    operation.requestBody = {
      required: !body.safeParse({}).success,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${name}` },
        },
      },
    }
  const reasons = reasonsOf(endpoint)
  operation.security = reasons.includes('token') && !meta.anyScope && !meta.tokensInPart ? [COOKIE] : [COOKIE, TOKEN]
  operation.responses = { 200: success, ...errors(reasons, particularsOf(endpoint)) }
}

const isOpen = ({ security }: Operation) => Array.isArray(security) && security.length === 0

// Without an example, because the reference would fill it in and send it.
const X_DOG = {
  in: 'header',
  name: 'X-Dog',
  description: 'Acts as this dog of yours in this call alone. Your active dog stays as it is, and is meant by default.',
  schema: { type: 'string' },
}

/** Every call of a signed-in user can name the dog that it acts as, and refuses parameters that it does not take. */
function takeChosenDog(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), { ...X_DOG }]
  addErrors(operation, [...CHOSEN_DOG, 'unknown-parameter'])
}

// Without an example, which the reference would fill in: every trial would be a repetition.
const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  description: `A new value of your choice for each call, a UUID say. Sent again with the same value, the call is made once: you get the first answer again, for ${KEPT_HOURS} hours.`,
  schema: { type: 'string', minLength: 1, maxLength: KEY_MAX },
}

/** Every POST of a signed-in user can be repeated safely. */
function takeIdempotencyKey(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), { ...IDEMPOTENCY_KEY }]
  addErrors(operation, REPEATED)
  const { 200: success } = operation.responses
  if (success) success.headers = { ...(success.headers as object), ...headers('Idempotent-Replayed') }
}

/** Adds reasons that the call does not name yet, also to a response that names others with their status. */
function addErrors({ responses }: Operation, reasons: readonly ErrorReason[]): void {
  const named = Object.values(responses)
    .map(({ description }) => description)
    .join()
  const missing = errors(reasons.filter(reason => !named.includes(`\`${reason}\`:`)))
  for (const [status, added] of Object.entries(missing) as [string, Response][]) {
    const there = responses[status]
    responses[status] = there ? joined(there, added) : added
  }
}

/** A response that is given for the reasons of two. */
function joined(one: Response, other: Response): Response {
  const type = 'application/json'
  const examples = { ...examplesOf(one.content?.[type]), ...examplesOf(other.content?.[type]) }
  return {
    description: `${one.description}\n\n${other.description}`,
    headers: { ...(one.headers as object), ...(other.headers as object) },
    content: { ...one.content, [type]: { schema: one.content?.[type]?.schema ?? {}, examples } },
  }
}

const examplesOf = ({ example, examples }: Media = {}): Record<string, { value: unknown }> =>
  examples ?? { [(example as { reason: string }).reason]: { value: example } }

/** The body of a write with its name in the document: its own, or one made from the operation's name. */
function namedBodyOf({ method, path, input, meta }: Endpoint): [string, z.ZodObject] | null {
  if (method === 'GET' || !input) return null
  const own = input.meta()?.id
  const inPath = Object.keys(input.shape).filter(field => path.includes(`{${field}}`))
  const fields = Object.entries(input.shape).filter(([field]) => !inPath.includes(field))
  if (fields.length === 0) return null
  if (own !== undefined && inPath.length === 0) return [own, input]
  const { operationId = '' } = meta
  const { minProperties } = (input.meta() ?? {}) as { minProperties?: number }
  const body = z
    .object(Object.fromEntries(fields))
    .meta({ description: `The body of \`${operationId}\`.`, ...(minProperties && { minProperties }) })
  return [`${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`, body]
}

const operationsOf = (paths: Record<string, Record<string, Operation>>) =>
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => [path, verb, operation] as const),
  )

/** What the id in a path is of: "/admin/statement-templates/{id}" of a statement template. */
function idOf(path: string): string {
  const [, things = ''] = /([\w-]+)\/\{id\}/.exec(path) ?? []
  const thing = things.replaceAll('-', ' ').replace(/s$/, '')
  return `The id of the ${IDS[things] ?? thing}.`
}

const IDS: Record<string, string> = {
  endpoints: 'subscription',
  lost: 'search',
  searches: 'saved search',
  reports: 'case',
}

/** What an answer is, in the words of its shape. */
function describedBy(schema: Schema | undefined, shapes: Record<string, Schema>): string {
  if (schema?.anyOf) return `${describedBy(schema.anyOf[0], shapes)} null: there is none.`
  if (schema?.type === 'array') return `A list. Each: ${describedBy(schema.items, shapes)}`
  return shapes[schema?.$ref?.split('/').at(-1) ?? '']?.description ?? 'The answer.'
}

/** Moves a parameter's description out of its schema, where the libraries leave it, and adds what was recorded. */
function describe(parameter: Parameter, path: string, { operationId = '' }: Operation): void {
  const { name = '', schema = {} } = parameter
  const description = schema.description ?? (name === 'id' ? idOf(path) : PARAMETERS[name])
  if (description !== undefined) parameter.description = description
  const recorded = RECORDED.calls[operationId]
  const text = recorded?.path?.[name] ?? recorded?.query?.[name]
  if (text !== undefined) parameter.example = sentAs(text, schema.type)
  else if (schema.example !== undefined) parameter.example = schema.example
  delete schema.description
  delete schema.example
}

function sentAs(text: string, type: string | undefined): unknown {
  if (type === 'array') return text.split(',')
  return type === 'integer' || type === 'number' ? Number(text) : text
}

/** Adds the recorded call: its body, its answer, and how curl sends it. */
function addExamples(operation: Operation, verb: string, path: string, server: URL): void {
  const { operationId = '', requestBody, responses, security = [COOKIE, TOKEN], servers } = operation
  const { body, answer } = RECORDED.calls[operationId] ?? {}
  const { 200: success } = responses
  const [sent, answered] = [requestBody?.content['application/json'], success?.content?.['application/json']]
  if (sent && body) sent.example = body
  if (answered && answer !== undefined) answered.example = answer
  const ways = JSON.stringify(security)
  const line = curlOf({
    operationId,
    method: verb.toUpperCase(),
    server,
    path: servers ? path : `/api${path}`,
    signsInBy: ways.includes('token') ? 'token' : ways.includes('cookie') ? 'cookie' : 'nothing',
    setsCookie: JSON.stringify(success?.headers ?? {}).includes('Set-Cookie'),
    type: Object.keys(success?.content ?? {})[0],
  })
  operation.description = `${operation.description}\n\n\`\`\`sh\n${line}\n\`\`\``
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

/** Descriptions of parameters by name. A field's own description takes precedence. */
const PARAMETERS: Record<string, string> = {
  query: 'The beginning of the city’s name.',
  dogId: 'The id of the dog.',
  userId: 'The id of the user.',
  photoId: 'The id of the photo.',
  matchId: 'The id of the match.',
  secret: 'The secret of the feed.',
  code: 'The code on the poster.',
  name: 'The name of the file, from the photo.',
}
