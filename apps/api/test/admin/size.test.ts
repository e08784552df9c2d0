import { addCrowd } from '@barkyard/db/testing/crowd'
import { explore } from '@barkyard/db/testing/explore'
import type { AdminDog, AdminUser, AuditEntry } from '@barkyard/domain/schemas/admin'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import type { Person } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()
/** Each night as many as one call deletes. */
const USERS = explore(2_000, 10_000)
const DOGS = 2 * USERS
/** Each hundredth is called Ångström. */
const FOUND = USERS / 100

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(app)
  await addCrowd(app.services.db, USERS)
})

async function pages<T>(path: string): Promise<{ items: T[]; calls: number; total: string | null }> {
  const items: T[] = []
  let cursor: string | null = ''
  let calls = 0
  let total: string | null = null
  while (cursor !== null) {
    const answer: Awaited<ReturnType<typeof admin.get<T[]>>> = await admin.get<T[]>(
      `/api/admin/${path}${cursor && `&cursor=${cursor}`}`,
    )
    items.push(...answer.body)
    cursor = answer.headers.get('x-next-cursor')
    total = answer.headers.get('x-total-count')
    calls++
  }
  return { items, calls, total }
}

test('a list without a limit is complete', async () => {
  const users = await admin.get<AdminUser[]>('/api/admin/users')
  expect([users.body.length, users.headers.get('x-total-count')]).toEqual([USERS + 1, String(USERS + 1)])
  expect(users.headers.get('x-next-cursor')).toBeNull()
  expect((await admin.get<AdminDog[]>('/api/admin/all-dogs')).body).toHaveLength(DOGS)
  expect((await admin.get<AdminDog[]>('/api/admin/unowned-dogs')).body).toHaveLength(100)
})

describe('pages', () => {
  test.each(['name', 'email', 'newest'])('of users by %s contain everybody once, in order', async sort => {
    const { items, calls, total } = await pages<AdminUser>(`users?limit=${0.3 * USERS}&sort=${sort}`)
    expect([calls, total]).toEqual([4, String(USERS + 1)])
    expect(new Set(items.map(({ id }) => id)).size).toBe(USERS + 1)
    const whole = await admin.get<AdminUser[]>(`/api/admin/users?sort=${sort}`)
    expect(items).toEqual(whole.body)
  })

  test.each(['name', 'breed', 'newest'])('of dogs by %s contain every dog once', async sort => {
    const { items, calls, total } = await pages<AdminDog>(`all-dogs?limit=${0.45 * DOGS}&sort=${sort}`)
    expect([calls, total]).toEqual([3, String(DOGS)])
    expect(new Set(items.map(({ id }) => id)).size).toBe(DOGS)
  })

  test('of search results work', async () => {
    const { items, total } = await pages<AdminUser>(`users?limit=${0.6 * FOUND}&search=%C3%85NGSTR%C3%96M`)
    expect([items.length, total]).toEqual([FOUND, String(FOUND)])
    expect(items.every(({ lastName }) => lastName === 'Ångström')).toBe(true)
  })
})

describe('searching', () => {
  const emails = async (search: string) =>
    (await admin.get<AdminUser[]>(`/api/admin/users?search=${encodeURIComponent(search)}`)).body.map(
      ({ email }) => email,
    )

  test('finds users by part of a name or an e-mail, in any case', async () => {
    expect(await emails('USER1777@')).toEqual(['User1777@crowd.test'])
    expect(await emails('1777@  Doe KIM')).toEqual(['User1777@crowd.test'])
    expect(await emails('  user1777@crowd  ')).toEqual(['User1777@crowd.test'])
    expect(await emails('nobody at all')).toEqual([])
  })

  test('treats wildcards and quotes literally', async () => {
    for (const text of ['%', '_', '\\', "'; --", 'User177_@']) expect([text, await emails(text)]).toEqual([text, []])
  })

  test('finds dogs by name, breed and owner', async () => {
    const names = async (search: string) =>
      (await admin.get<AdminDog[]>(`/api/admin/all-dogs?search=${encodeURIComponent(search)}`)).body.map(
        ({ name }) => name,
      )
    expect(await names('corgi 1777a')).toEqual(['Dog 1777a'])
    expect(await names('doe 1777@CROWD')).toEqual(['Dog 1777a', 'Dog 1777b'])
    expect(await names('CORGI')).toHaveLength(DOGS)
  })
})

test('Select All returns everybody that the search finds except the admin, with the number of their dogs', async () => {
  const select = async (search: string) => {
    const input = encodeURIComponent(JSON.stringify({ search }))
    interface Answer {
      result: { data: { id: string; dogCount: number }[] }
    }
    return (await admin.get<Answer>(`/api/trpc/admin.selection?input=${input}`)).body.result.data
  }
  const all = await select('')
  expect(all).toHaveLength(USERS)
  expect(all.some(({ id }) => id === admin.user.id)).toBe(false)
  expect(all.reduce((sum, { dogCount }) => sum + dogCount, 0)).toBe(DOGS - 100)
  expect(await select('ångström kim')).toHaveLength(FOUND)
  expect(await select(admin.user.email)).toEqual([])
})

test('thousands of users are deleted in one call, and nobody if one id is unknown', async () => {
  const { body } = await admin.get<AdminUser[]>('/api/admin/users')
  const userIds = body.map(({ id }) => id).filter(id => id !== admin.user.id)
  expectError(await admin.delete('/api/admin/users', { userIds: [...userIds, 'no-id-at-all'] }), 404)
  expect((await admin.get('/api/admin/users?limit=1')).headers.get('x-total-count')).toBe(String(USERS + 1))

  expect((await admin.delete('/api/admin/users', { userIds })).body).toEqual({ ok: true })
  expect((await admin.get<AdminUser[]>('/api/admin/users')).body.map(({ id }) => id)).toEqual([admin.user.id])
  expect((await admin.get('/api/admin/all-dogs?limit=1')).headers.get('x-total-count')).toBe('100')

  // One entry, which each id finds, and a list of entries stays small.
  const [entry, ...more] = (await admin.get<AuditEntry[]>(`/api/admin/audit?search=${userIds[0.9 * USERS]}`)).body
  expect(more).toEqual([])
  expect(entry).toMatchObject({ action: 'users-deleted', detail: { users: USERS, dogs: DOGS - 100 } })
  expect(entry?.detail.userIds).toHaveLength(20)
})
