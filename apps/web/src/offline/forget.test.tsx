import type { Match } from '@barkyard/domain/schemas/match'
import type { User } from '@barkyard/domain/schemas/user'
import { hashKey } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forgetPerson } from '../lib/forget.ts'
import { startSession } from '../session.ts'
import { fails, held, network, refuses } from '../testing/network-links.ts'
import { open } from '../testing/open.tsx'
import { aPage, aPreferences } from '../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner } from '../testing/rows.ts'
import { sees } from '../testing/seen.ts'
import { queryClient, trpc, trpcClient, userKey } from '../trpc.ts'
import { keepChat, restoreChats } from './kept-chats.ts'
import { forgetFormerUser, keepPage, readKeptPage } from './kept-page.ts'
import { seenAt } from './missing.ts'
import { keep, startWorker } from './start-worker.ts'

const user = anOwner()

const barks = getQueryKey(trpc.matches.list, undefined, 'query')
const lost = getQueryKey(trpc.lost.mine, undefined, 'query')
async function asksAgain(answer: () => Promise<never>) {
  network.start({ 'matches.list': answer })
  await queryClient
    .fetchQuery({ queryKey: barks, queryFn: () => trpcClient.matches.list.query() })
    .catch(() => undefined)
}
async function isOutOfDate() {
  queryClient.setQueryData(barks, aPage())
  await queryClient.invalidateQueries({ queryKey: barks, refetchType: 'none' })
}
function actsAs(next: User) {
  localStorage.setItem('stored-for', next.id)
  queryClient.setQueryData(userKey, next)
}

for (const [what, happens, at] of [
  ['stays, with its time', () => undefined, 1],
  ['stays as it was where it is out of date now', isOutOfDate, 1],
  ['stays where the server is out of reach', () => asksAgain(fails), 1],
  ['stays where the server is out of order', () => asksAgain(refuses('database-away')), 1],
  ['goes where it is read anew', () => queryClient.setQueryData(barks, aPage()), 2],
  ['goes where it is refused', () => asksAgain(refuses('match-not-found')), undefined],
  ['goes after a day', () => vi.mocked(Date.now).mockReturnValue(2 + 86_400_000), undefined],
  ['goes where another dog acts', () => actsAs({ ...user, dog: aDog() }), undefined],
  ['goes with its user', () => actsAs(anOwner()), undefined],
] as const)
  test(`what an earlier page has shown ${what}`, async () => {
    onTestFinished(forgetPerson)
    vi.spyOn(Date, 'now').mockReturnValue(1)
    actsAs(user)
    queryClient.setQueryData(barks, aPage())
    await keep()
    queryClient.clear()
    vi.mocked(Date.now).mockReturnValue(2)
    actsAs(user)
    await happens()
    queryClient.setQueryData(lost, [])
    await keep()
    const kept = (await readKeptPage())?.queries.queries ?? []
    const times = new Map(kept.map(({ queryHash, state }) => [queryHash, state.dataUpdatedAt]))
    expect(times.get(hashKey(lost))).toBe(Date.now())
    expect(times.get(hashKey(barks))).toBe(at)
  })

test('of a page with data of several times, the oldest is said', async () => {
  seenAt.set(new Date('2026-11-21T12:00Z'))
  const at = { updatedAt: Date.parse('2026-11-20T12:00Z') }
  queryClient.setQueryData(barks, aPage(), at)
  await open('/doghouse')
  const age = () => document.querySelector('time')?.dateTime
  await expect.poll(age).toBe('2026-11-20T12:00:00.000Z')
  queryClient.setQueryData(barks, aPage())
  await expect.poll(age).toBe('2026-11-21T12:00:00.000Z')
})

test('what is not here offline comes by itself once the server is reached, and only then is nothing old', async () => {
  seenAt.set(new Date())
  await open('/barks', { answers: { 'matches.list': fails } })
  await sees("This page isn't available offline")
  network.answer({ 'dogs.mine': fails })
  network.emit({ type: 'started' })
  await expect.poll(() => network.calls('dogs.mine').length).toBeGreaterThan(1)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await sees("This page isn't available offline")
  network.answer({ 'dogs.mine': [], 'matches.list': aPage() })
  await sees('No barks yet')
})

test('what is being stored while its user signs out does not stay', async () => {
  startSession(user)
  await forgetFormerUser(user.id)
  const { promise, resolve } = held<void>()
  const open = CacheStorage.prototype.open.bind(caches)
  vi.spyOn(caches, 'open').mockImplementation(name => promise.then(() => open(name)))
  const keeping = keepPage({ user, queries: { mutations: [], queries: [] }, seenAt: new Date().toISOString() })
  await forgetPerson()
  resolve()
  await keeping
  expect(await caches.keys()).toEqual([])
})

test('a device keeps the ten chats that were read last, and when', async () => {
  startSession(user)
  await forgetFormerUser(user.id)
  const matches = Array.from({ length: 11 }, () => aMatch(aDog(), aDog()))
  const now = vi.spyOn(Date, 'now')
  for (const [at, match] of matches.entries()) {
    now.mockReturnValue(at)
    await keepChat(user.id, { match, messages: [] })
  }
  // The oldest Firefox that is promised cannot list its databases.
  Object.assign(indexedDB, { databases: undefined })
  onTestFinished(() => void Reflect.deleteProperty(indexedDB, 'databases'))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await restoreChats()
  // Longer than what no page shows is remembered.
  await vi.advanceTimersByTimeAsync(600_000)
  const readAt = ({ id: matchId }: Match) =>
    queryClient.getQueryState(getQueryKey(trpc.matches.get, { matchId }, 'query'))?.dataUpdatedAt
  expect(matches.map(readAt)).toEqual(matches.map((_, at) => at || undefined))
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
  // Nor does what keeps pages, if it is loaded late.
  await startWorker(user.id)
  expect({ ...localStorage }).toEqual({})
})
