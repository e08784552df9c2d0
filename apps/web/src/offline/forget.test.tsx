import type { Match } from '@barkyard/domain/schemas/match'
import { getQueryKey } from '@trpc/react-query'
import { expect, test, vi } from 'vitest'
import { forgetPerson } from '../lib/forget.ts'
import { session, startSession } from '../session.ts'
import { held, network, refuses } from '../testing/network-links.ts'
import { open } from '../testing/open.tsx'
import { aPreferences } from '../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner } from '../testing/rows.ts'
import { sees } from '../testing/seen.ts'
import { queryClient, trpc } from '../trpc.ts'
import { keepChat, restoreChats } from './kept-chats.ts'
import { forgetFormerUser, keepPage } from './kept-page.ts'
import { startWorker } from './start-worker.ts'

const user = anOwner()

test('what is being stored while its user signs out does not stay', async () => {
  startSession(user)
  await forgetFormerUser(user.id)
  const { promise, resolve } = held<void>()
  const opens = vi.spyOn(caches, 'open')
  const open = CacheStorage.prototype.open.bind(caches)
  opens.mockImplementation(name => promise.then(() => open(name)))
  const keeping = keepPage({ user, queries: { mutations: [], queries: [] }, seenAt: new Date().toISOString() })
  await forgetPerson()
  resolve()
  await keeping
  expect(await caches.keys()).toEqual([])
})

test('a device keeps the ten chats that were read last', async () => {
  startSession(user)
  await forgetFormerUser(user.id)
  const matches = Array.from({ length: 11 }, () => aMatch(aDog(), aDog()))
  const now = vi.spyOn(Date, 'now')
  for (const [at, match] of matches.entries()) {
    now.mockReturnValue(at)
    await keepChat(user.id, { match, messages: [] })
  }
  await restoreChats()
  const isKept = ({ id: matchId }: Match) =>
    queryClient.getQueryData(getQueryKey(trpc.matches.get, { matchId }, 'query')) !== undefined
  expect(matches.map(isKept)).toEqual(matches.map(match => match !== matches[0]))
})

test('a time zone that is set while its user is signed out elsewhere leaves nothing on the device', async () => {
  const { promise, resolve } = held<ReturnType<typeof aPreferences>>()
  const answers = { 'preferences.get': aPreferences({ timeZone: null }), 'preferences.edit': () => promise }
  await open('/my-dogs', { user, answers })
  network.emit({ type: 'started' })
  await expect.poll(() => network.calls('preferences.edit')).toEqual([{ timeZone: 'Europe/Berlin' }])
  network.answer({ 'auth.user': refuses('not-signed-in') })
  network.emit({ type: 'refresh' })
  await sees('Find the Perfect Playmate for Your Pup')
  resolve(aPreferences())
  await promise
  await new Promise(requestAnimationFrame)
  expect({ ...localStorage }).toEqual({})
})

test('what keeps pages stores nothing if it is loaded after its user has signed out', async () => {
  session.set({ status: 'signed-out', hasEnded: true })
  await startWorker(user.id)
  expect({ ...localStorage }).toEqual({})
})
