import { makeChance } from '@barkyard/art/random'
import { appRouter } from '../../src/features/index.ts'
import { type Endpoint, endpoints } from '../../src/platform/rest/mount.ts'
import { addressOf, document, OPERATIONS, type Operation } from '../rest/document.ts'
import { ODD_TEXTS, OddValues, type Schema, toOddJson } from './odd-values.ts'

export interface OddRequest {
  number: number
  /** The sender, as an index into the list of users. */
  caller: number
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  /** Its operation in the document; null if there is none. */
  operation: Operation | null
  over: 'rest' | 'trpc'
  /** Has a wrong method, address or header. */
  isMisled: boolean
  /** Over tRPC a page is an object. */
  isPage: boolean
}

const METHODS = ['PUT', 'PATCH', 'POST', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'] as const
const WRONG_TYPES = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'image/png'],
  ...['multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'application/jsonp', 'x', ','],
] as const
const ODD_ENDS = [
  ...['/', '//', '/x', '%00', '%ff', '/..', '/../..', '%2f..%2f', ';x=1', '.json', `/${'x'.repeat(9000)}`],
] as const
const BROKEN_BODIES = ['', '{', '[', 'null', '"x"', '7', '[]', '{"a":}', '\ufeff{}', '{}{}', '\0', 'a=b&a=c'] as const
const ODD_HEADERS: Record<string, string>[] = [
  { 'x-forwarded-for': '1.2.3.4, 5.6.7.8', 'x-forwarded-host': 'evil.test', forwarded: 'for=1.2.3.4' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/admin/users' },
  { authorization: 'Bearer barkyard_nothing' },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer ${'x'.repeat(5000)}` },
  { cookie: 'session=x; session=y' },
  { cookie: `session=${'A'.repeat(6000)}` },
  { cookie: 'session=;;;=;__proto__=x' },
  { accept: 'application/xml', 'accept-encoding': 'x', 'if-none-match': '*', range: 'bytes=0-1' },
  { 'x-user-id': '1', 'x-is-admin': 'true', 'x-acting-dog-id': '1' },
  { 'trpc-accept': 'application/jsonl', 'x-trpc-source': 'x' },
  { origin: 'https://evil.test' },
  { 'content-encoding': 'gzip' },
  { expect: 'x' },
]

// Signing out would end the shared session. The tests of sessions cover it.
const CALLS = OPERATIONS.filter(({ path }) => path !== '/logout')
const PROCEDURES = new Map(endpoints(appRouter).map(one => [`${one.method} ${one.path}`, one]))
type Parameter = NonNullable<Operation['parameters']>[number]
type Contents = NonNullable<Operation['requestBody']>['content']

/** Makes the n-th odd request of a seed: the same document, seed and ids make the same request. */
export class OddRequests {
  readonly #seed: string

  constructor(seed: string) {
    this.#seed = seed
  }

  make(number: number, ids: readonly string[], callers: number): OddRequest {
    const values = new OddValues(makeChance(`${this.#seed} ${number}`), resolve, ids)
    const { name, path, verb, operation } = values.one(CALLS)
    const oddity = values.one([0, 0.05, 0.2, 0.6])
    const procedure = PROCEDURES.get(name)
    const base = {
      number,
      caller: Math.floor(values.one([0, 0.2, 0.4, 0.6, 0.8]) * callers),
      headers: {},
      operation,
      isMisled: false,
    }
    const request: OddRequest =
      procedure && values.often(0.4)
        ? { ...base, over: 'trpc', isPage: procedure.isPage, ...this.#overTrpc(values, procedure, operation, oddity) }
        : {
            ...base,
            over: 'rest',
            isPage: false,
            method: verb.toUpperCase(),
            ...this.#overRest(values, path, operation, oddity),
          }
    if (values.often(0.1)) {
      request.headers = { ...request.headers, ...values.one(ODD_HEADERS) }
      request.isMisled = true
    }
    return values.often(0.08) ? this.#misdirected(values, request) : request
  }

  #overRest(values: OddValues, path: string, operation: Operation, oddity: number) {
    const textOf = (value: unknown) => (typeof value === 'string' ? value : toOddJson(value))
    const text = ({ schema, name }: Parameter) => {
      const value = values.value(schema, oddity, name)
      return Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)
    }
    const query: string[] = []
    let filled = path
    for (const one of parametersOf(operation)) {
      const value = encode(text(one))
      if (one.in === 'path') filled = filled.replace(`{${one.name}}`, value || '%20')
      else if (values.often(0.5)) query.push(`${one.name}=${value}`)
    }
    if (values.often(0.05)) query.push('__proto__[x]=1', 'constructor=1', 'limit=1', 'limit=2')
    return {
      path: `${addressOf(path).replace(path, filled)}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      ...(operation.requestBody ? this.#body(values, operation.requestBody.content, oddity) : { body: undefined }),
    }
  }

  #overTrpc(values: OddValues, { name, method, input: taken }: Endpoint, operation: Operation, oddity: number) {
    const input: Record<string, unknown> = {}
    for (const one of parametersOf(operation))
      if (values.often(0.8)) input[one.name] = values.value(one.schema, oddity, one.name)
    const { schema } = operation.requestBody?.content['application/json'] ?? {}
    const sent = schema ? values.value(schema, oddity) : {}
    const whole = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? { ...sent, ...input } : sent
    const json = this.#spoilt(values, toOddJson(whole), oddity)
    if (method !== 'GET') {
      const headers: Record<string, string> = {
        'content-type': values.often(0.05) ? values.one(WRONG_TYPES) : 'application/json',
      }
      return { method: 'POST', path: `/api/trpc/${name}`, headers, body: json }
    }
    if (!taken && values.often(0.9)) return { method: 'GET', path: `/api/trpc/${name}`, body: undefined }
    return { method: 'GET', path: `/api/trpc/${name}?input=${encode(json).slice(0, 12_000)}`, body: undefined }
  }

  #body(values: OddValues, content: Contents, oddity: number) {
    const type = values.one(Object.keys(content))
    const sentAs = values.often(0.05) ? values.one(WRONG_TYPES) : undefined
    if (type === 'multipart/form-data') {
      return {
        headers: { 'content-type': sentAs ?? 'multipart/form-data; boundary=frontier' },
        body: oddForm(values, content[type]?.schema ?? {}, oddity),
      }
    }
    const value = values.value(content[type]?.schema ?? {}, oddity)
    const body =
      type === 'application/x-www-form-urlencoded' ? oddFields(value) : this.#spoilt(values, toOddJson(value), oddity)
    return { headers: { 'content-type': sentAs ?? type }, body }
  }

  /** JSON text that objects cannot represent: duplicate keys, prototypes, truncation. */
  #spoilt(values: OddValues, json: string, oddity: number): string {
    if (!values.often(oddity / 2)) return json
    const key = /^\{"(\w+)":/.exec(json)?.[1] ?? 'name'
    return values.one([
      json.slice(0, Math.floor(json.length / 2)),
      json.replace('{', `{"${key}":7,`),
      json.replace(/\}$/, `${json === '{}' ? '' : ','}"${key}":{"${key}":null}}`),
      json.replace('{', '{"__proto__":{"isAdmin":true},'),
      json.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},'),
      ...BROKEN_BODIES,
    ])
  }

  /** The same request with another method, an unusual suffix of the address, or a very long address. */
  #misdirected(values: OddValues, request: OddRequest): OddRequest {
    const undocumented = { ...request, operation: null, isMisled: true }
    const [path = '', query = ''] = request.path.split('?')
    // Never the same method: that would be the documented call.
    if (values.often(0.5))
      return { ...undocumented, method: values.one(METHODS.filter(method => method !== request.method)) }
    if (values.often(0.3)) return { ...undocumented, headers: { ...request.headers, 'x-long': 'x'.repeat(20_000) } }
    return { ...undocumented, path: `${path}${values.one(ODD_ENDS)}${query && `?${query}`}` }
  }
}

/** The parameters of a call, without the headers that all calls share. */
const parametersOf = ({ parameters = [] }: Operation) => parameters.filter(one => one.in !== 'header')

function resolve(ref: string): Schema {
  const schema = document.components.schemas[ref.replace('#/components/schemas/', '')]
  if (!schema) throw new Error(`the document has no ${ref}`)
  return schema
}

/** Encodes a part of an address. A lone surrogate, which addresses cannot contain, becomes its bytes. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

const oddFields = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, field]) => `${name}=${encode(typeof field === 'string' ? field : toOddJson(field))}`)
        .join('&')
    : 'x'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A multipart body with fields in any order, duplicate or missing, and a file that may be a photo. */
function oddForm(values: OddValues, schema: Schema, oddity: number): Buffer {
  const parts: Buffer[] = []
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (values.often(oddity / 3)) continue
    const isFile = field.format === 'binary' || name === 'photo'
    const bytes = isFile
      ? values.one([PNG, PNG.subarray(0, 30), Buffer.alloc(0), Buffer.from('<svg/>'), Buffer.from('GIF89a')])
      : Buffer.from(values.text(field, oddity, name))
    const file = isFile ? `; filename="${values.one(['a.png', '../a.png', 'a\\"b', ...ODD_TEXTS.slice(0, 5)])}"` : ''
    const head = `--frontier\r\ncontent-disposition: form-data; name="${values.often(oddity / 5) ? '__proto__' : name}"${file}\r\n\r\n`
    const part = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
    if (values.often(0.5)) parts.push(part)
    else parts.unshift(part)
    if (values.often(oddity / 4)) parts.push(part)
  }
  return Buffer.concat(values.often(oddity / 3) ? parts : [...parts, Buffer.from('--frontier--\r\n')])
}
