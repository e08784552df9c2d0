import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { expect, test } from 'vitest'
import { testApp } from './app.ts'
import { ownerWithDog, type Person, twoMatched } from './client.ts'

const app = testApp()

interface Heard {
  id: string
  event: string
  data: { type: string; message?: { body: string } }
}

/** Opens the event stream as somebody. */
async function listen(person: Person, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  const response = await fetch(`${app.url}/api/events`, {
    headers: { cookie: person.cookie ?? '', ...headers },
    signal: abort.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** The next event; null where the stream has ended. */
  async function next(): Promise<Heard | null> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) return null
        text += value
        continue
      }
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map(line => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      ) as Record<string, string>
      text = text.slice(end + 2)
      const { id, event, data } = fields
      if (id && event && data) return { id, event, data: JSON.parse(data) as Heard['data'] }
    }
  }
  return { response, next, close: () => abort.abort() }
}

test('tells what happens, each event with its name and an id of its own', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const stream = await listen(second.owner)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const started = await stream.next()
  await first.owner.post(`/api/messages/${matchId}`, { body: 'woof?' })
  const message = await stream.next()
  expect([started?.event, message?.event, message?.data.message?.body]).toEqual(['started', 'message', 'woof?'])
  expect(message?.id).not.toBe(started?.id)
  stream.close()
})

test('after a loss one refresh says that something may have been missed', async () => {
  const { owner } = await ownerWithDog(app.url)
  const stream = await listen(owner, { 'last-event-id': 'kX3v9Q-7' })
  expect([(await stream.next())?.event, (await stream.next())?.event]).toEqual(['started', 'refresh'])
  stream.close()
})

test('five a user, and a place is free again when one closes', async () => {
  const { owner } = await ownerWithDog(app.url)
  const streams = await Promise.all(Array.from({ length: 5 }, () => listen(owner)))
  expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200])
  const { status, headers, body } = await owner.get<ErrorBody>('/api/events')
  expect([status, body.reason, headers.get('retry-after')]).toEqual([429, 'too-many-connections', '30'])
  streams[0]?.close()
  await expect
    .poll(async () => {
      const another = await listen(owner)
      another.close()
      return another.response.status
    })
    .toBe(200)
  for (const stream of streams) stream.close()
})

test('ends when the session ends', async () => {
  const { owner } = await ownerWithDog(app.url)
  const stream = await listen(owner)
  expect((await stream.next())?.event).toBe('started')
  await owner.get('/api/logout')
  expect(await stream.next()).toBeNull()
})
