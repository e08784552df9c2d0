import { setTimeout as sleep } from 'node:timers/promises'
import type { Match } from '@barkyard/domain/schemas/match'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, type Person, signUp } from '../client.ts'

const app = testApp()
const MATCHES = 200
const PER_SECOND = 50
const PAGE = 5

let owner: Person
let matchIds: string[]
beforeAll(async () => {
  owner = (await ownerWithDog(app.url)).owner
  matchIds = []
  let friend = await signUp(app.url)
  for (let count = 0; count < MATCHES; count++) {
    if (count % 40 === 0) friend = await signUp(app.url)
    const { id } = await createDog(friend)
    matchIds.push((await owner.post<{ matchId: string }>('/api/bark', { toDogId: id })).body.matchId)
  }
}, 60_000)

/** Sends messages in changing matches until the signal aborts. @returns how many. */
async function chat(signal: AbortSignal): Promise<number> {
  let sent = 0
  const began = performance.now()
  while (!signal.aborted) {
    // From the end of the list, so that each message moves a match that the walk has not come to.
    const { status } = await owner.post(`/api/messages/${matchIds[(sent * 37) % MATCHES]}`, { body: 'woof' })
    expect(status).toBe(200)
    sent++
    await sleep(Math.max(0, began + (sent * 1000) / PER_SECOND - performance.now()))
  }
  return sent
}

/** Walks the list by its links, at the pace of a script that does something with each page. */
async function walk(sort: string): Promise<string[]> {
  const seen: string[] = []
  for (let next: string | undefined = `/api/matches?sort=${sort}&limit=${PAGE}`; next !== undefined; ) {
    const { body, headers }: { body: Match[]; headers: Headers } = await owner.get<Match[]>(next)
    seen.push(...body.map(({ id }) => id))
    next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    await sleep(50)
  }
  return seen
}

test.each(['created', 'newest-message'])(
  'a walk of 200 matches by %s, while messages arrive',
  async sort => {
    const stop = new AbortController()
    const chatting = chat(stop.signal)
    const seen = await walk(sort)
    stop.abort()
    expect(await chatting).toBeGreaterThan(MATCHES / PAGE)
    // Nothing twice, in either order. Nothing is lost where nothing moves.
    expect(new Set(seen).size).toBe(seen.length)
    if (sort === 'created') expect(seen).toEqual(matchIds)
  },
  60_000,
)
