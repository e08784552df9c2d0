import { setTimeout as sleep } from 'node:timers/promises'
import { explore } from '@barkyard/db/testing/explore'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Message } from '@barkyard/domain/schemas/message'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { createDog, eightAtOnce, ownerWithDog, type Person, signUp } from '../client.ts'
import { openLive } from '../live.ts'

const app = testApp()
const MATCHES = explore(80, 200)
const DOGS_EACH = 40
const PER_SECOND = 50
const PAGE = 5
/** A script takes a tenth of a second for each page, or longer where the machine is slow: as many messages arrive meanwhile. */
const PAGE_MS = 100
const PER_PAGE = (PER_SECOND * PAGE_MS) / 1000

interface Friend {
  owner: Person
  dogId: string
  matchId: string
}
let owner: Person
let friends: Friend[]
beforeAll(async () => {
  owner = (await ownerWithDog(app.url)).owner
  friends = []
  for (let count = 0; count < MATCHES; count += DOGS_EACH) {
    const friend = await signUp(app.url)
    const dogs = await eightAtOnce(DOGS_EACH, () => createDog(friend))
    for (const { id: dogId } of dogs) {
      const { matchId } = (await owner.post<{ matchId: string }>('/api/bark', { toDogId: dogId })).body
      friends.push({ owner: friend, dogId, matchId })
    }
  }
})

/** Messages that arrive at their times, however long the answers to earlier ones take: eight are under way at most. */
class Chat {
  readonly ids: string[] = []
  readonly #sending = new Set<Promise<void>>()

  async run(signal: AbortSignal): Promise<void> {
    const began = performance.now()
    for (let sent = 0; !signal.aborted; sent++) {
      const sending = this.#send(sent).finally(() => this.#sending.delete(sending))
      this.#sending.add(sending)
      if (this.#sending.size === 8) await Promise.race(this.#sending)
      await sleep(began + ((sent + 1) * 1000) / PER_SECOND - performance.now())
    }
    await Promise.all(this.#sending)
  }

  async #send(nth: number): Promise<void> {
    // From all over the list, so that each message moves a match, most of them to before the walk.
    const friend = friends[(nth * 37) % MATCHES]
    const path = `/api/messages/${friend?.matchId}`
    const answer = await friend?.owner.send<Message>('POST', path, { body: 'woof' }, { 'x-dog': friend.dogId })
    expect(answer?.status).toBe(200)
    this.ids.push(answer?.body.id ?? '')
  }
}

/** Walks the list by its links, while messages arrive. */
async function walk(sort: string, chat: Chat): Promise<string[]> {
  const seen: string[] = []
  let pages = 0
  for (let next: string | undefined = `/api/matches?sort=${sort}&limit=${PAGE}`; next !== undefined; ) {
    const { body, headers }: { body: Match[]; headers: Headers } = await owner.get<Match[]>(next)
    seen.push(...body.map(({ id }) => id))
    next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    pages++
    await until(
      () => chat.ids.length,
      count => count >= pages * PER_PAGE,
    )
  }
  return seen
}

test.each(['created', 'newest-message'])(
  `a walk of ${MATCHES} matches by %s, while 50 messages a second arrive`,
  async sort => {
    const live = await openLive(owner)
    const stop = new AbortController()
    const chat = new Chat()
    const chatting = chat.run(stop.signal)
    const seen = await walk(sort, chat)
    stop.abort()
    await chatting
    // Nothing twice, in either order. Nothing is lost where nothing moves.
    expect(new Set(seen).size).toBe(seen.length)
    if (sort === 'created') expect(seen).toEqual(friends.map(({ matchId }) => matchId))
    // Each message was told of, once.
    expect(chat.ids.length).toBeGreaterThanOrEqual((seen.length / PAGE) * PER_PAGE)
    const heard = () => live.events.flatMap(event => (event.type === 'message' ? [event.message.id] : []))
    await live.until(() => heard().length >= chat.ids.length)
    expect(heard().sort()).toEqual([...chat.ids].sort())
  },
)
