import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { DOCUMENTS } from '../../src/documents.ts'

interface Media {
  schema?: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: object[]
  servers?: object[]
  parameters?: { in: string; name: string; schema: object; description?: string; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media>; headers?: Record<string, unknown> }>
}
interface ApiDocument {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, object>
    responses: Operation['responses']
    parameters: Record<string, NonNullable<Operation['parameters']>[number]>
  }
}

/** The document as it is served. */
export const served: unknown = JSON.parse(JSON.stringify(DOCUMENTS['openapi.json']()))

/** The document with its shared responses and parameters in their places. */
const document = JSON.parse(JSON.stringify(served)) as ApiDocument
for (const { responses, parameters = [] } of Object.values(document.paths).flatMap(verbs => Object.values(verbs))) {
  for (const [index, parameter] of parameters.entries())
    if ('$ref' in parameter)
      parameters[index] = document.components.parameters[String(parameter.$ref).split('/').at(-1) ?? ''] ?? parameter
  for (const [status, response] of Object.entries(responses)) {
    const name = '$ref' in response ? String(response.$ref).split('/').at(-1) : undefined
    const shared = name === undefined ? response : document.components.responses[name]
    if (shared) responses[status] = shared
  }
}

export { document }

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
// A custom format: coordinates as decimal text, which no parser rounds.
ajv.addFormat('decimal', /^-?\d{1,3}(\.\d+)?$/)
/** A schema of the document that refers to the shared ones as ajv knows them: it compiles each of these once. */
const referring = (text: string): object => JSON.parse(text.replaceAll('"#/components/schemas/', '"shared:'))
for (const [name, schema] of Object.entries(document.components.schemas))
  ajv.addSchema(referring(JSON.stringify(schema)), `shared:${name}`)
/** By the schema's text: many calls name the same one. */
const compiled = new Map<string, ValidateFunction>()

/** The violations of a schema by a value; null if there are none. @param schema refers to the document's, or brings its own. */
export function faultOf(schema: object, value: unknown): string | null {
  const text = JSON.stringify(schema)
  const validate = compiled.get(text) ?? ajv.compile('components' in schema ? schema : referring(text))
  compiled.set(text, validate)
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

/** The address of a path: most are under /api. */
export function addressOf(path: string): string {
  const isOutside = Object.values(document.paths[path] ?? {}).some(({ servers }) => servers)
  return isOutside ? path : `/api${path}`
}

const templates = Object.keys(document.paths)
  // /playdates/pending-count before /playdates/{id}
  .sort((one, other) => one.split('{').length - other.split('{').length)
  .map(path => ({ path, pattern: new RegExp(`^${addressOf(path).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }))

/** The operation of a request; null if the document has none. */
export function operationOf(method: string, address: string): Operation | null {
  const [pathname = ''] = address.split(/[?#]/)
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  const found = templates.find(({ pattern }) => pattern.test(pathname))
  return (found && document.paths[found.path]?.[verb]) ?? null
}

/** Calls that answer a document of a special kind. */
export const IS_DOCUMENT = /^get(Openapi|Asyncapi)Document$/

interface Received {
  status: number
  headers: Headers
  text: string
}

/** The difference between an answer of /api and the document; null if there is none. */
export function faultOfAnswer(method: string, address: string, { status, headers, text }: Received): string | null {
  const operation = operationOf(method, address)
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  // A request without an operation, or that fails before it, must have the shape of an error.
  if (method === 'OPTIONS' && status === 204) return headers.has('allow') ? null : 'an answer to OPTIONS without Allow'
  const isLost = !operation && [403, 404, 405].includes(status)
  const isBroken = status === 400 && !isReadable(address)
  if (isLost || isBroken) return method === 'HEAD' ? null : faultOf(ERROR, JSON.parse(text))
  if (!operation) return `the document knows no ${method} ${address}, which answered ${status}`
  const response = operation.responses[status]
  if (!response) return `${operation.operationId} answered ${status}, which the document does not name: ${text}`
  if (!response.content) return text === '' ? null : `${operation.operationId} answered ${status} with a body: ${text}`
  const media = response.content[type]
  if (!media) return `${operation.operationId} answered ${status} as "${type}"`
  for (const name of headers.keys())
    if (TOLD_HEADERS.test(name) && !hasHeader(response.headers, name))
      return `${operation.operationId} answered ${status} with ${name}, which is not named`
  if (method === 'HEAD' || !media.schema || type !== 'application/json') return null
  const answer: unknown = JSON.parse(text)
  const reason = status >= 400 && reasonOf(answer)
  if (reason && !response.description.includes(`\`${reason}\`:`))
    return `${operation.operationId} answered ${status} for the reason "${reason}", which is not named`
  const fault = faultOf(media.schema, answer)
  return fault && `${operation.operationId} answered ${status} in another shape: ${fault}: ${text.slice(0, 500)}`
}

const reasonOf = (answer: unknown) => (answer as { reason?: string } | null)?.reason

/** Headers that scripts may go by. */
const TOLD_HEADERS = /^(x-(next|total|request)|ratelimit|retry-after|link|allow|www-authenticate)/
export const ERROR = { $ref: '#/components/schemas/Error' }
/** Whether an address is well-formed: each % begins a byte, and the bytes are characters. */
function isReadable(address: string): boolean {
  try {
    decodeURIComponent(address.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}
const hasHeader = (headers: object | undefined, name: string) =>
  Object.keys(headers ?? {}).some(header => header.toLowerCase() === name)

/** Every call of the document. */
export const OPERATIONS = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ name: `${verb.toUpperCase()} ${path}`, path, verb, operation })),
)
export const named = (name: string): Operation => {
  const found = OPERATIONS.find(operation => operation.name === name)
  if (!found) throw new Error(`the document has no ${name}`)
  return found.operation
}

interface JsonSchema {
  description?: string
  properties?: Record<string, object>
  items?: object
  anyOf?: object[]
  oneOf?: object[]
}

/** The fields of a shape, including nested ones, that have no description. */
export function undescribed(path: string, schema: object, isField = true): string[] {
  const { description, properties = {}, items, anyOf = [], oneOf = [] } = schema as JsonSchema
  return [
    ...(isField && description === undefined ? [path] : []),
    ...Object.entries(properties).flatMap(([name, field]) => undescribed(`${path}.${name}`, field)),
    ...[items ?? [], anyOf, oneOf].flat().flatMap(inner => undescribed(path, inner, false)),
  ]
}

/** The fields of a body's named shape. */
export function fieldsOf(schema: { $ref?: string; properties?: object } = {}): string[] {
  const shape = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  return Object.keys((shape as { properties?: object }).properties ?? {})
}

/** The routes in Fastify's printed tree. */
export function routesOf(drawing: string): { method: string; path: string }[] {
  const above: string[] = []
  return drawing.split('\n').flatMap(line => {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!match) return []
    const [, indent = '', part = '', methods] = match
    const depth = indent.length / 4
    above.length = depth
    above[depth] = part
    const path = above.join('')
    return (methods ?? '').split(', ').flatMap(method => (method ? [{ method, path }] : []))
  })
}
