import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '../app.ts'
import { Client, PASSWORD, signUp, twoMatched } from '../client.ts'
import { expectTooMany, statuses } from '../limits.ts'
import { openChat } from '../socket.ts'

// The test controls the clock from before the app starts. Timers and monotonic time run normally.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterAll(() => void vi.useRealTimers())

const app = testApp({ RATE_LIMIT: '1' })
const HOUR_MS = 60 * 60 * 1000
const setBack = (ms: number) => vi.setSystemTime(Date.now() - ms)

test('a clock that is set back by an hour does not mute chat', async () => {
  const { first, matchId } = await twoMatched(app.url)
  const chat = await openChat(first.owner)
  const send = async (clientId: string) => {
    chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'hello', clientId })
    await chat.until(({ messages, errors }) => errors.length > 0 || messages.some(one => one.clientId === clientId))
  }
  await send('before')
  setBack(HOUR_MS)
  await send('after')
  expect(chat.errors).toEqual([])
  expect((await first.owner.post(`/api/messages/${matchId}`, { body: 'over REST' })).status).toBe(200)
})

test('a refused call may be repeated within the limit’s window after the clock was set back', async () => {
  const { user } = await signUp(app.url)
  const wrong = { email: user.email, password: `not ${PASSWORD}` }
  const signIn = () => new Client(app.url).post('/api/login', wrong)
  expect(await statuses(10, signIn)).not.toContain(429)
  setBack(HOUR_MS)
  expectTooMany(await signIn(), 60)
})
