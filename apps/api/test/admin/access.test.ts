import type { Dog } from '@barkyard/domain/schemas/dog'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { NOBODY, requestOf } from '../calls.ts'
import { createDog, ownerWithDog, type Person, signUp } from '../client.ts'
import { OPERATIONS } from '../rest/document.ts'
import { expectError } from '../shape.ts'

const app = testApp()

let admin: Person
let dog: Dog
beforeAll(async () => {
  admin = await newAdmin(app)
  dog = (await ownerWithDog(app.url)).dog
})

const OF_ONE = OPERATIONS.filter(({ path }) => /^\/admin\/.*\{(userId|dogId)\}/.test(path))

test.each(OF_ONE)('$name is 404 for who does not exist', async call => {
  const isUser = call.path.includes('{userId}')
  for (const id of [NOBODY, 'no-id-at-all']) {
    const { method, path, body } = requestOf(call, { [isUser ? 'userId' : 'dogId']: id })
    const { message } = expectError(await admin.send(method, path, body), 404)
    expect(message).toBe(isUser ? 'User not found' : 'Dog not found')
  }
})

describe('bad input', () => {
  test.each([
    ['PATCH', 'dogs/{dog}', { name: ' ' }, 'name'],
    ['PATCH', 'dogs/{dog}', { temperament: [] }, 'temperament'],
    ['PATCH', 'dogs/{dog}/owner', {}, 'userId'],
    ['DELETE', 'users', { userIds: [] }, 'userIds'],
    ['DELETE', 'users', {}, 'userIds'],
    ['GET', 'users?limit=0', undefined, 'limit'],
    ['GET', 'users?sort=colour', undefined, 'sort'],
    ['GET', 'all-dogs?search=%00', undefined, 'search'],
  ])('%s /admin/%s %j names %s', async (method, path, body, field) => {
    const answer = await admin.send(method, `/api/admin/${path.replace('{dog}', dog.id)}`, body)
    expect(expectError(answer, 400, 'BAD_REQUEST').issues?.map(({ path: at }) => at[0])).toContain(field)
  })

  test.each(['users', 'all-dogs', 'unowned-dogs', 'audit'])('an unknown cursor of %s is 400', async path => {
    for (const cursor of [NOBODY, 'no-id-at-all'])
      expectError(await admin.get(`/api/admin/${path}?cursor=${cursor}`), 400, 'BAD_REQUEST')
  })

  test.each(['name', 'breed', 'newest'])('a walk of dogs by %s goes on where it was', async sort => {
    const { owner } = await ownerWithDog(app.url)
    const word = `${sort}walk`
    const ids: string[] = []
    for (const letter of 'bcdefg')
      ids.push((await createDog(owner, { name: `${word} ${letter}`, breed: `${word} ${letter}` })).id)
    if (sort === 'newest') ids.reverse()
    const seen: string[] = []
    let path = `/api/admin/all-dogs?search=${word}&sort=${sort}&limit=2`
    for (const change of ['moved', 'gone', null]) {
      const { status, body, headers } = await admin.get<{ id: string }[]>(path)
      expect(status).toBe(200)
      seen.push(...body.map(({ id }) => id))
      path = headers.get('link')?.match(/<(.*)>/)?.[1] ?? ''
      // The address tells nobody's name, and the last one shown is the first of all now, or deleted.
      expect(decodeURIComponent(path).replace(`search=${word}`, '')).not.toContain(word)
      const last = `/api/admin/dogs/${body.at(-1)?.id}`
      if (change === 'moved') await admin.patch(last, { name: `${word} a`, breed: `${word} a` })
      if (change === 'gone') await admin.send('DELETE', last)
    }
    expect([seen, path]).toEqual([ids, ''])
  })

  test('a walk of users goes on after the last one shown is deleted', async () => {
    const ids: string[] = []
    for (const firstName of 'abcd') ids.push((await signUp(app.url, { firstName, lastName: 'Userwalk' })).user.id)
    const path = '/api/admin/users?search=userwalk&limit=2'
    const first = await admin.get<{ id: string }[]>(path)
    await admin.send('DELETE', '/api/admin/users', { userIds: [ids[1]] })
    const next = await admin.get<{ id: string }[]>(`${path}&cursor=${first.headers.get('x-next-cursor')}`)
    expect([next.status, next.body.map(({ id }) => id)]).toEqual([200, ids.slice(2)])
  })
})

test('an edit changes only the fields sent', async () => {
  const { dog } = await ownerWithDog(app.url, { bio: 'Digs.' })
  const { body } = await admin.patch(`/api/admin/dogs/${dog.id}`, { breed: 'Poodle', temperament: ['aggressive'] })
  expect(body).toEqual({ ...dog, breed: 'Poodle', temperament: ['aggressive'] })
  expect((await admin.patch(`/api/admin/dogs/${dog.id}`, { bio: '' })).body).toMatchObject({ bio: null })
  expect((await admin.patch(`/api/admin/dogs/${dog.id}`, {})).body).toMatchObject({ breed: 'Poodle', bio: null })
})

test('rows of dogs contain names and e-mails, but no places', async () => {
  const { owner: located, dog } = await ownerWithDog(app.url, { name: 'Located' }, { lat: 72.34567, lng: 176.54321 })
  const { id, name, breed } = dog
  const owner = { firstName: 'Robin', lastName: 'Hale', email: located.user.email }
  const { body } = await admin.get<unknown[]>('/api/admin/all-dogs?search=Located')
  expect(body).toEqual([{ id, name, breed, userId: located.user.id, owner, photos: [] }])
  for (const path of ['users', 'all-dogs', 'audit', `users/${located.user.id}/dogs`])
    expect(JSON.stringify((await admin.get(`/api/admin/${path}`)).body)).not.toMatch(/72\.34|176\.54|lat|lng/)
})
