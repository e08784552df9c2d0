import { inTransaction } from '@barkyard/db/open'
import { suspendOwner } from '@barkyard/db/queries/reports/moderation'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { EVENT_PING_EVERY_MS } from '@barkyard/domain/socket'
import { until } from '@barkyard/postgres/testing/until'
import { expect, test, vi } from 'vitest'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person, twoMatched } from '../client.ts'
import { bearer, makeToken } from '../tokens.ts'

const app = testApp()

interface StreamEvent {
  id: string
  event: string
  data: { type: string; message?: { body: string } }
}

/** Opens the event stream of a user. */
async function listen(person: Person, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  const response = await fetch(`${app.url}/api/events`, {
    headers: { cookie: person.cookie ?? '', ...headers },
    signal: abort.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let comments = 0
  /** The next event; null if the stream has ended. */
  async function next(): Promise<StreamEvent | null> {
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
      if (text.startsWith(':')) comments++
      text = text.slice(end + 2)
      const { id, event, data } = fields
      if (id && event && data) return { id, event, data: JSON.parse(data) as StreamEvent['data'] }
    }
  }
  return { response, next, comments: () => comments, close: () => abort.abort() }
}

test('sends events, each with its name and a unique id', async () => {
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

/** Drops a stream and reconnects with its last id. @returns the names of the first two events after that. */
async function comeBack(person: Person, lastEventId: string, happens = async () => {}) {
  const stream = await listen(person, { 'last-event-id': lastEventId })
  const first = await stream.next()
  await happens()
  const received = [first?.event, (await stream.next())?.event]
  stream.close()
  return received
}

test('after a lost connection one refresh reports missed events, if there were any', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const say = async () => void (await first.owner.post(`/api/messages/${matchId}`, { body: 'woof?' }))
  /** @returns the last id of a stream that is lost. */
  const lose = async () => {
    const lost = await listen(second.owner)
    const started = await lost.next()
    lost.close()
    return started?.id ?? ''
  }
  expect(await comeBack(second.owner, await lose(), say)).toEqual(['started', 'message'])
  const stays = await listen(second.owner)
  await stays.next()
  const lastId = await lose()
  await say()
  expect((await stays.next())?.event).toBe('message')
  expect(await comeBack(second.owner, lastId)).toEqual(['started', 'refresh'])
  // Nobody followed the stream, so events may have been missed.
  expect(await comeBack(second.owner, 'kX3v9Q-7')).toEqual(['started', 'refresh'])
  expect(await comeBack(first.owner, lastId)).toEqual(['started', 'refresh'])
  stays.close()
})

test('a comment is sent every 15 s', async () => {
  const { owner } = await ownerWithDog(app.url)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const stream = await listen(owner)
    await stream.next()
    vi.advanceTimersByTime(EVENT_PING_EVERY_MS - 1)
    expect(stream.comments()).toBe(0)
    vi.advanceTimersByTime(1)
    await owner.get('/api/logout')
    expect([await stream.next(), stream.comments()]).toEqual([null, 1])
  } finally {
    vi.useRealTimers()
  }
})

test('a user can have five streams, and can open another when one closes', async () => {
  const { owner } = await ownerWithDog(app.url)
  const streams = await Promise.all(Array.from({ length: 5 }, () => listen(owner)))
  expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200])
  const { status, headers, body } = await owner.get<ErrorBody>('/api/events')
  expect([status, body.reason, headers.get('retry-after')]).toEqual([429, 'too-many-connections', '30'])
  streams[0]?.close()
  const another = async () => {
    const stream = await listen(owner)
    stream.close()
    return stream.response.status
  }
  await until(another, 200)
  for (const stream of streams) stream.close()
})

/** What ends a stream, here or in another process. */
const ENDS: Record<string, (owner: Person) => Promise<unknown>> = {
  'the session is signed out': owner => owner.get('/api/logout'),
  'its owner is suspended': ({ user }) =>
    inTransaction(app.services.db, trx => suspendOwner(trx, user.id, { now: new Date(), until: null })),
  'its token expires': ({ user }) =>
    app.services.db.updateTable('tokens').set({ expires_at: new Date() }).where('user_id', '=', user.id).execute(),
}

// Side by side: sessions are looked at every two seconds.
test.concurrent.each(Object.keys(ENDS))('ends when %s', async name => {
  const { owner } = await ownerWithDog(app.url)
  const { token } = await makeToken(owner)
  const stream = await listen(owner, name.includes('token') ? bearer(token) : {})
  expect((await stream.next())?.event).toBe('started')
  await ENDS[name]?.(owner)
  expect(await stream.next()).toBeNull()
})
