import { newId } from '@barkyard/db/queries/ids'
import { hasRight, RIGHTS, type Right, ROLES, type Role } from '@barkyard/domain/rights'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { beforeAll, expect, test } from 'vitest'
import { appRouter } from '../../src/features/index.ts'
import { proceduresOf } from '../../src/platform/trpc/meta.ts'
import { giveRole, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, type Person, signUp } from '../client.ts'
import { makeToken } from '../tokens.ts'

const app = testApp()
const procedures = proceduresOf(appRouter).filter(
  ([name, , { rest }]) => name.startsWith('admin.') || rest?.includes(' /admin'),
)

/** How a call is made. Ids are of nothing and bodies are empty, so that a call that is allowed changes nothing. */
interface Call {
  name: string
  right: Right | undefined
  rest?: [method: string, path: string]
}
const calls: Call[] = [
  ...procedures.map(([name, , { right, rest }]): Call => {
    const [method = '', path = ''] = rest?.split(' ') ?? []
    return { name, right, ...(rest && { rest: [method, `/api${path.replace(/\{\w+\}/g, newId())}`] }) }
  }),
  {
    name: 'a kept photo',
    right: 'reports',
    rest: ['GET', `/api/admin/reports/${newId()}/photos/${newId()}`],
  },
]

const people = {} as Record<Role, Person>
const scripts = {} as Record<Role, Client>
let plain: Client
beforeAll(async () => {
  for (const role of ROLES) {
    people[role] = await signUp(app.url)
    await giveRole(app, people[role], role)
    scripts[role] = (await makeToken(people[role], { isAdmin: role !== 'owner' })).script
  }
  plain = (await makeToken(people.admin)).script
  // Else the one who gives up the role is the last.
  await newAdmin(app)
})

test('every admin call names its right, and moderators have these', () => {
  expect((Object.keys(RIGHTS) as Right[]).filter(right => hasRight('moderator', right)).toSorted()).toEqual([
    'hiding',
    'lost-cases',
    'parks',
    'read-templates',
    'reports',
    'suspension',
    'verifications',
  ])
  expect(procedures.length).toBeGreaterThan(30)
  expect(calls.filter(({ right }) => right === undefined)).toEqual([])
})

const isRefused = async (client: Client, { name, rest }: Call, over: 'rest' | 'trpc') => {
  const type = procedures.find(([known]) => known === name)?.[1]._def.type
  const [method, path] =
    over === 'rest' && rest
      ? rest
      : [type === 'query' ? 'GET' : 'POST', `/api/trpc/${name}${type === 'query' ? '?input={}' : ''}`]
  const sent = method === 'GET' ? undefined : {}
  const { status, body } = await client.send<ErrorBody | { error: { data: ErrorBody } }>(method, path, sent)
  const { reason, message } = 'error' in body ? body.error.data : body
  if (reason === 'not-admin') expect([status, message]).toEqual([403, 'Only admins may do this'])
  return reason === 'not-admin'
}

test.each(calls)('$name ($right): is refused to who lacks its right, and to nobody else', async call => {
  for (const role of ROLES) {
    const expected = !hasRight(role, call.right ?? 'roles')
    if (call.name !== 'a kept photo')
      expect([role, await isRefused(people[role], call, 'trpc')]).toEqual([role, expected])
    if (!call.rest) continue
    for (const client of [people[role], scripts[role]])
      expect([role, await isRefused(client, call, 'rest')]).toEqual([role, expected])
  }
  if (!call.rest) return
  expect(await isRefused(plain, call, 'rest')).toBe(true)
  expect((await new Client(app.url).send(...call.rest)).status).toBe(401)
})
