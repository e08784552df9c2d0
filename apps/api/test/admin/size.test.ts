import { addCrowd } from '@barkyard/db/testing/crowd'
import { explore } from '@barkyard/db/testing/explore'
import type { AdminDog, AdminUser, AuditEntry } from '@barkyard/domain/schemas/admin'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { type Person, pagesOf } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()
/** Each night as many as one call deletes. */
const USERS = explore(2_000, 10_000)
const DOGS = 2 * USERS

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(app)
  await addCrowd(app.services.db, USERS)
})

const totalOf = async (path: string) => Number((await admin.get(`/api/admin/${path}`)).headers.get('x-total-count'))

test('a list without a limit is complete', async () => {
  const users = await admin.get<AdminUser[]>('/api/admin/users')
  expect(users.body).toHaveLength(USERS + 1)
  expect(users.headers.get('x-next-cursor')).toBeNull()
  expect((await admin.get<AdminDog[]>('/api/admin/all-dogs')).body).toHaveLength(DOGS)
  expect((await admin.get<AdminDog[]>('/api/admin/unowned-dogs')).body).toHaveLength(100)
  expect([await totalOf('users'), await totalOf('all-dogs?limit=1')]).toEqual([USERS + 1, DOGS])
})

test.each(['name', 'email', 'newest'])('pages of users by %s contain everybody once, in order', async sort => {
  const path = `/api/admin/users?sort=${sort}`
  const pages = await pagesOf<AdminUser>(admin, `${path}&limit=${0.3 * USERS}`)
  expect([pages.length, new Set(pages.flat().map(({ id }) => id)).size]).toEqual([4, USERS + 1])
  expect(pages.flat()).toEqual((await admin.get(path)).body)
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
    expect(await totalOf('users?search=%C3%85NGSTR%C3%96M')).toBe(USERS / 100)
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
  // Each hundredth is called Ångström.
  expect(await select('ångström kim')).toHaveLength(USERS / 100)
  expect(await select(admin.user.email)).toEqual([])
})

test('thousands of users are deleted in one call, and nobody if one id is unknown', async () => {
  const { body } = await admin.get<AdminUser[]>('/api/admin/users')
  const userIds = body.map(({ id }) => id).filter(id => id !== admin.user.id)
  expectError(await admin.delete('/api/admin/users', { userIds: [...userIds, 'no-id-at-all'] }), 404)
  expect(await totalOf('users?limit=1')).toBe(USERS + 1)

  expect((await admin.delete('/api/admin/users', { userIds })).body).toEqual({ ok: true })
  expect((await admin.get<AdminUser[]>('/api/admin/users')).body.map(({ id }) => id)).toEqual([admin.user.id])
  expect(await totalOf('all-dogs?limit=1')).toBe(100)

  // One entry, which each id finds, and a list of entries stays small.
  const [entry, ...more] = (await admin.get<AuditEntry[]>(`/api/admin/audit?search=${userIds[0.9 * USERS]}`)).body
  expect(more).toEqual([])
  expect(entry).toMatchObject({ action: 'users-deleted', detail: { users: USERS, dogs: DOGS - 100 } })
  expect(entry?.detail.userIds).toHaveLength(20)
})
