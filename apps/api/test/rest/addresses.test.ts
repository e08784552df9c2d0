import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, ownerWithDog, type Person } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()

let ann: Person
beforeAll(async () => {
  ann = (await ownerWithDog(app.url)).owner
})

test('HEAD is answered as GET is, without a body', async () => {
  for (const path of ['auth/user', 'my-dogs', 'sniff', 'playdates', 'barks/new-count']) {
    const head = await ann.send('HEAD', `/api/${path}`)
    expect([head.status, head.body, head.headers.get('cache-control')]).toEqual([200, '', 'no-store'])
    expect(head.headers.get('content-type')).toMatch(/^application\/json/)
  }
})

describe('errors', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/'],
    ['GET', '/api'],
    ['POST', '/api/nothing'],
    ['GET', '/api/dogs/a/b'],
    ['GET', '/photos/nothing'],
    ['GET', '/assets/nothing.js'],
    ['POST', '/some/page'],
  ])('%s %s is a JSON 404', async (method, path) => {
    for (const client of [ann, new Client(app.url)]) {
      const answer = await client.send(method, path)
      expectError(answer, 404, 'NOT_FOUND')
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  test.each(['/', '/sniff', '/barks', '/dog/x', '/apix', '/some/page?x=1', '/dog/%F0%9F', '//', '//['])(
    'GET %s is the web app',
    async path => {
      const { status, headers } = await ann.get(path)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    },
  )

  test('a malformed address is 400 in the same shape', async () => {
    for (const path of ['/api/%zz', '/assets/%zz', '/photos/%c0', '/api/dogs/%ff'])
      expectError(await ann.get(path), 400, 'BAD_REQUEST')
  })

  test('hostile ids never cause a 500, and ids that are too long are refused', async () => {
    for (const id of ['%00', "'%20OR%201=1--", '..%2f..', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(3000)])
      for (const path of [`dogs/${id}`, `matches/${id}`, `messages/${id}`]) {
        const answer = await ann.get(`/api/${path}`)
        expect([400, 404]).toContain(answer.status)
        expectError(answer, answer.status)
      }
  })

  test('an internal error is a plain 500 without details', async () => {
    const { db } = app.services
    await db.schema.alterTable('playdates').renameTo('hidden').execute()
    for (const path of ['/api/playdates', '/api/playdates/pending-count']) {
      expect(expectError(await ann.get(path), 500)).toEqual({
        message: 'Something went wrong',
        code: 'INTERNAL_SERVER_ERROR',
        reason: 'server-fault',
      })
    }
    const { status, body } = await ann.get('/api/trpc/playdates.list')
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toMatch(/hidden|relation|stack|select/i)
    await db.schema.alterTable('hidden').renameTo('playdates').execute()
    expect((await ann.get('/api/playdates')).status).toBe(200)
  })
})
