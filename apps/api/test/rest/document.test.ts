import { ERROR_STATUS, SUSPENDED } from '@barkyard/domain/errors'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { documentText } from '../../src/documents.ts'
import { appRouter } from '../../src/features/index.ts'
import { LIMITS } from '../../src/platform/access/limits.ts'
import { endpoints } from '../../src/platform/rest/mount.ts'
import { proceduresOf, TAGS } from '../../src/platform/trpc/meta.ts'
import { testApp } from '../app.ts'
import { Client } from '../client.ts'
import {
  document,
  faultOf,
  fieldsOf,
  IS_DOCUMENT,
  named,
  OPERATIONS,
  type Operation,
  operationOf,
  routesOf,
  served,
  undescribed,
} from './document.ts'

const app = testApp({ DEMO: '1' })

/** The rights that calls of the panel need, by the ids of their operations. A route has no meta. */
const RIGHTS = new Map([
  ...proceduresOf(appRouter).map(([, , { operationId, right }]) => [operationId, right] as const),
  ['getReportPhoto', 'reports'],
])

/** Who may make a call, in a word: for calls of the panel the right. */
function rightOf({ security, operationId }: Operation): string {
  if (security?.length === 0) return 'anybody'
  const right = RIGHTS.get(operationId)
  if (right) return right
  return security?.some(way => 'token' in way) === false ? 'session' : 'user'
}

/** The reasons for which a call refuses, as the document names them. */
const reasonsOf = ({ responses }: Operation): string[] =>
  Object.values(responses).flatMap(({ description }) =>
    [...description.matchAll(/^`([\w-]+)`:/gm)].map(([, reason = '']) => reason),
  )

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(documentText('openapi.json')))
    expect(result).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('has the calls of surface.txt, in which a review sees what changed', async () => {
    const all = OPERATIONS.flatMap(({ operation }) => reasonsOf(operation))
    const isOwn = (reason: string) => all.filter(other => other === reason).length < OPERATIONS.length / 3
    const lines = OPERATIONS.map(({ name, operation }) =>
      [`${name}  ${operation.operationId}  ${rightOf(operation)}`, ...reasonsOf(operation).filter(isOwn)].join(' '),
    )
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('../../surface.txt')
  })

  test('is served to everybody', async () => {
    const { status, body } = await new Client(app.url).get('/api/openapi.json')
    expect([status, body]).toEqual([200, served])
  })

  test.each(['openapi.json', 'asyncapi.json'])('%s is sent once for each version', async name => {
    const first = await new Client(app.url).get(`/api/${name}`)
    const etag = first.headers.get('etag') ?? ''
    const again = await new Client(app.url).send('GET', `/api/${name}`, undefined, { 'if-none-match': etag })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
    const other = await new Client(app.url).send('GET', `/api/${name}`, undefined, { 'if-none-match': '"older"' })
    expect([other.status, other.body]).toEqual([200, first.body])
  })

  test('says of each answer what it is, and of each id what it is of', () => {
    for (const { name, operation } of OPERATIONS) {
      expect([name, operation.responses[200]?.description]).not.toEqual([
        name,
        expect.stringMatching(/^(Done|The answer|The call succeeded|It is done)\b/),
      ])
      for (const { description } of operation.parameters ?? [])
        expect([name, description]).not.toEqual([name, 'The id of the item.'])
    }
  })

  test('shows each call as a line of curl', () => {
    for (const { name, verb, operation } of OPERATIONS) {
      const [, line = ''] = /\n```sh\n(curl .*)\n```$/.exec(operation.description ?? '') ?? []
      expect([name, line]).toEqual([name, expect.stringMatching(/ '?http:\/\/127\.0\.0\.1:3000\//)])
      // No parameter is left open, and what is sent is there.
      expect([name, line]).toEqual([name, expect.not.stringMatching(/[{}]\/|\/\/api|\/$|\/'$/)])
      const sends = [...line.matchAll(/-X (\w+)| -[dF] /g)]
      expect([name, sends.length > 0]).toEqual([name, verb !== 'get'])
    }
  })

  test('lets answers bring reasons, kinds and parks that are new, and takes new parks', () => {
    const error = { message: 'No', code: 'CONFLICT', reason: 'a-new-reason' }
    expect(faultOf({ $ref: '#/components/schemas/Error' }, error)).toBeNull()
    const report = { id: '1', kind: 'a-new-kind', state: 'open', outcome: null, createdAt: '2030-06-01T16:00:00.000Z' }
    expect(faultOf({ $ref: '#/components/schemas/Report' }, report)).toBeNull()
    expect(faultOf({ $ref: '#/components/schemas/NewReport' }, { dogId: '1', kind: 'a-new-kind' })).not.toBeNull()
    const plan = { matchId: '1', whenTs: '2030-06-01T16:00:00.000Z', parkName: 'A New Park' }
    expect(faultOf({ $ref: '#/components/schemas/NewPlaydate' }, plan)).toBeNull()
  })

  test('has an AsyncAPI counterpart for the socket and the event stream, whose examples are valid', async () => {
    const { body } = await new Client(app.url).get<AsyncDocument>('/api/asyncapi.json')
    expect([body.asyncapi, Object.keys(body.channels)]).toEqual(['3.1.0', ['chat', 'events']])
    for (const [name, { examples }] of Object.entries(body.components.messages)) {
      const schema = { $ref: `#/components/schemas/${name}`, components: body.components }
      expect([name, faultOf(schema, examples[0]?.payload)]).toEqual([name, null])
    }
    expect(Object.entries(body.components.schemas).flatMap(([name, schema]) => undescribed(name, schema))).toEqual([])
  })

  test('has every procedure of the web app, or says what scripts call instead', () => {
    const procedures = proceduresOf(appRouter)
    expect(procedures.length).toBeGreaterThan(90)
    for (const [name, , { rest, pageOnly }] of procedures) {
      expect([name, (rest === undefined) !== (pageOnly === undefined)]).toEqual([name, true])
      if (rest) named(rest)
      else expect(document.info.description).toContain(pageOnly)
    }
  })

  test('has a row of three cells for each limit', () => {
    for (const [rule, { points, counts }] of Object.entries(LIMITS)) {
      const row = new RegExp(`^\\| \`${rule}\` \\| ${points} in [^|]+ \\| ${counts} \\|$`, 'm')
      expect(document.info.description).toMatch(row)
    }
  })

  test('gives each call an id that begins with a verb, a summary, a tag and parameters that are described', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { name, path, operation } of OPERATIONS) {
      expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)+$/)
      expect(operation.summary).toMatch(/^[A-Z].+[^.]$/)
      expect(operation.tags).toHaveLength(1)
      expect(Object.keys(TAGS)).toContain(operation.tags[0])
      const { description, parameters = [] } = operation
      const inPath = parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name)
      expect([name, inPath.sort()]).toEqual([name, [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id).sort()])
      expect([name, description, ...parameters.map(one => one.description)]).not.toContain(undefined)
    }
  })

  test('describes every field of every shape, and every shape', () => {
    const { schemas } = document.components
    expect(Object.entries(schemas).flatMap(([name, schema]) => undescribed(name, schema))).toEqual([])
  })

  test('bodies and answers are named shapes, lists of them, or null', () => {
    for (const { name, operation } of OPERATIONS) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)]
      for (const [type, { schema = {} }] of bodies.flatMap(body => Object.entries(body?.content ?? {}))) {
        // `anyOf`: the shape or null.
        const [one] = 'anyOf' in schema ? (schema.anyOf as object[]) : [schema]
        const item: { $ref?: string } = one && 'items' in one ? (one.items as object) : { ...one }
        const isNamed = item.$ref !== undefined || IS_DOCUMENT.test(operation.operationId)
        if (type.includes('json') || type.includes('form')) expect([name, isNamed]).toEqual([name, true])
      }
    }
  })

  test('allows additional fields in answers', () => {
    expect(documentText('openapi.json')).not.toContain('additionalProperties')
  })

  test('names the ways to sign in for each call that needs it', () => {
    const both = [{ cookie: [] }, { token: [] }]
    expect(JSON.parse(documentText('openapi.json')).security).toEqual(both)
    for (const { operation } of OPERATIONS) {
      if (!operation.responses[401] || /^signIn/.test(operation.operationId)) continue
      // A token may revoke itself.
      const mayCall = ['revokeToken', 'renameMyself'].includes(operation.operationId)
      const refusesTokens = !mayCall && JSON.stringify(operation.responses[403] ?? {}).includes('`token`')
      expect(operation.security ?? both).toEqual(refusesTokens ? [{ cookie: [] }] : both)
    }
  })

  test('writes have the fields that are in no path in their body, by DELETE too', () => {
    for (const { method, path, input } of endpoints(appRouter).filter(one => one.method !== 'GET')) {
      const fields = Object.keys(input?.shape ?? {}).filter(field => !path.includes(`{${field}}`))
      const { schema } = named(`${method} ${path}`).requestBody?.content['application/json'] ?? {}
      expect([path, fieldsOf(schema).sort()]).toEqual([path, fields.sort()])
    }
    const schemaOf = (name: string, type = 'application/json') => named(name).requestBody?.content[type]?.schema
    expect(schemaOf('DELETE /admin/users')).toEqual({ $ref: '#/components/schemas/DeleteUsers' })
    expect(schemaOf('DELETE /account')).toEqual({ $ref: '#/components/schemas/OwnPassword' })
    expect(schemaOf('POST /photos', 'multipart/form-data')).toEqual({ $ref: '#/components/schemas/NewPhoto' })
    for (const name of ['POST /login', 'POST /signup']) {
      expect(schemaOf(name)).toBeDefined()
      expect(schemaOf(name, 'application/x-www-form-urlencoded')).toEqual(schemaOf(name))
    }
  })

  test('long lists have limit and cursor', () => {
    const parametersOf = (name: string) => named(name).parameters?.map(parameter => parameter.name)
    const pages = endpoints(appRouter).filter(({ isPage }) => isPage)
    const long = [
      '/sniff',
      '/matches',
      '/playdates',
      '/playdates/past',
      '/matches/{matchId}/playdates',
      '/notifications',
    ]
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining([...long, '/admin/users']))
    for (const { method, path } of pages) {
      expect([path, parametersOf(`${method} ${path}`)]).toEqual([path, expect.arrayContaining(['limit', 'cursor'])])
      expect(Object.keys(named(`${method} ${path}`).responses[200]?.headers ?? {})).toContain('X-Next-Cursor')
    }
    expect(parametersOf('GET /messages/{matchId}')).toEqual(expect.arrayContaining(['limit', 'before', 'after']))
  })

  test('examples of errors have the status, code and reason of their response', () => {
    for (const { name, operation } of OPERATIONS)
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        const { example, examples = { only: { value: example } } } = content?.['application/json'] ?? {}
        for (const { value } of Number(status) >= 400 && content?.['application/json'] && status !== '503'
          ? Object.values(examples)
          : []) {
          const { code, reason } = value as ErrorBody
          // Headers that are too long have no separate code.
          const expected = code === SUSPENDED ? 403 : status === '431' ? 431 : ERROR_STATUS[code]
          expect([name, expected]).toEqual([name, Number(status)])
          expect(description).toContain(`\`${reason}\``)
        }
      }
  })

  test('examples of invalid input are about fields that their call has', () => {
    for (const { name, operation } of OPERATIONS) {
      const fields = [
        ...(operation.parameters ?? []).map(parameter => parameter.name),
        ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema)),
      ]
      const { example, examples = { only: { value: example } } } =
        operation.responses[400]?.content?.['application/json'] ?? {}
      for (const [reason, { value }] of Object.entries(examples))
        for (const { path } of (value as ErrorBody | undefined)?.issues ?? []) {
          const isKnown = path.length === 0 || fields.includes(String(path[0]))
          const isUnknown = (value as ErrorBody).reason === 'unknown-parameter'
          expect([name, reason, path, isKnown]).toEqual([name, reason, path, !isUnknown])
        }
      // Without input nothing of it is invalid.
      const isValidated = operation.responses[400]?.description.includes('`invalid-input`') ?? false
      expect([name, isValidated && fields.length === 0]).toEqual([name, false])
    }
  })

  test.each(OPERATIONS)('$name has valid examples of bodies and answers', ({ operation }) => {
    const bodies = [
      ...Object.entries(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap(({ content }) => Object.entries(content ?? {})),
    ]
    for (const [type, { schema, example, examples = { only: { value: example } } }] of bodies) {
      if (type !== 'application/json' || IS_DOCUMENT.test(operation.operationId)) continue
      for (const { value } of Object.values(examples)) {
        expect([operation.operationId, value]).not.toContain(undefined)
        expect(faultOf(schema ?? {}, value)).toBeNull()
      }
    }
    for (const { schema, example } of operation.parameters ?? [])
      if (example !== undefined) expect(faultOf(schema, example)).toBeNull()
  })
})

describe('the document and the server', () => {
  test('every route of /api is in the document, and no other', () => {
    const routes = routesOf(app.server.printRoutes({ commonPrefix: false, includeHooks: false }))
    const known = routes.filter(
      ({ path }) => /^\/(api|photos|calendar)\b/.test(path) && !/^\/api\/(trpc|docs\/)/.test(path),
    )
    expect(known.length).toBeGreaterThan(40)
    const operationAt = ({ method, path }: { method: string; path: string }) =>
      operationOf(method, path.replace(':name', 'x.webp').replace(':file', 'x.ics').replaceAll(/:\w+/g, 'x'))
    expect(known.filter(route => route.method !== 'HEAD' && !operationAt(route))).toEqual([])
    const there = new Set(known.map(operationAt))
    const gone = OPERATIONS.filter(one => !there.has(one.operation)).map(({ operation }) => operation.operationId)
    // Its route is there where a provider is configured.
    expect(gone.filter(id => id !== 'finishOpenidSignIn')).toEqual([])
  })
})

interface AsyncDocument {
  asyncapi: string
  channels: object
  components: { messages: Record<string, { examples: { payload: unknown }[] }>; schemas: Record<string, object> }
}
