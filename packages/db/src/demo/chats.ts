import { type Chance, makeChance } from '@barkyard/art/random'
import { pairOf } from '@barkyard/domain/matching'
import { BARK_BODY } from '@barkyard/domain/message'
import { woof } from '@barkyard/domain/woof'
import type { DemoDog } from './dogs.ts'

const MINUTE_MS = 60_000

/** Two dogs by name and what they said, oldest first. The first message is the bark that made the match. */
export interface DemoChat {
  dogs: [string, string]
  messages: { from: string; body: string; at: Date }[]
  /** The number of unread messages of each dog. */
  unread: Record<string, number>
}

/** barking dog | other dog | hours since the last message | words per message (a: the barking dog, b: the other) | unread of b, a */
const STORIES = `
Mochi | Biscuit | 0.3 | b5 a7 b4 a9 a3 a2 | 2 0
Waffles | Biscuit | 1.5 | b3 a12 b6 a8 b10 a2 a6 | 2 0
Saffron | Biscuit | 5 | a4 | 2 0
Biscuit | Luna | 20 | b6 a3 b2 a7 b12 | 0 0
Biscuit | Lola | 27 | b4 a8 b3 | 0 0
Ziggy | Biscuit | 49 | b2 a6 b3 a5 b8 | 0 0
Biscuit | Moose | 75 | b7 a2 b5 | 0 0
Biscuit | Bagel | 120 | | 1 0
Jazz | Juniper | 2 | b6 a4 b9 a8 | 1 0
Juniper | Blue | 30 | b3 a10 b6 | 0 0
Finn | Juniper | 52 | b5 a4 b2 | 0 0
Clover | Gus | 8 | b1 a6 b1 a3 | 1 0
Gus | Boris | 96 | b2 a1 b3 | 0 0
Tofu | Pepper | 0.8 | b4 a6 b3 a5 | 1 0
Pepper | Hachi | 22 | b8 a3 b4 | 0 0
Cashew | Pepper | 4 | | 1 0
Pepper | Dumpling | 60 | b2 a5 | 1 0
Pepper | Biscuit | 170 | b6 a4 b3 a9 b2 | 0 0
`

const sayings = (words: number, chance: Chance) =>
  woof(Array.from({ length: words }, () => 'word').join(' '), () => chance.next())

/** The times of a chat that ended at `end`: quick replies, sometimes with a night in between. */
function timesUntil(end: Date, count: number, chance: Chance): Date[] {
  const times = [end]
  while (times.length < count) {
    const pause = chance.next() < 0.12 ? chance.between(400, 1100) : chance.between(1, 14)
    times.unshift(new Date((times[0] ?? end).getTime() - pause * MINUTE_MS))
  }
  return times
}

function parse(row: string, now: Date): DemoChat {
  const [barker = '', other = '', hours, noises = '', unread = ''] = row.split('|').map(cell => cell.trim())
  const chance = makeChance(`${barker} and ${other}`)
  const lines = noises.split(' ').filter(Boolean)
  const times = timesUntil(new Date(now.getTime() - Number(hours) * 60 * MINUTE_MS), lines.length + 1, chance)
  const [forOther = 0, forBarker = 0] = unread.split(' ').map(Number)
  return {
    dogs: [barker, other],
    messages: times.map((at, index) => {
      const line = lines[index - 1]
      const from = line?.startsWith('b') ? other : barker
      return { from, body: line ? sayings(Number(line.slice(1)), chance) : BARK_BODY, at }
    }),
    unread: { [other]: forOther, [barker]: forBarker },
  }
}

/** Chats between the other dogs. The same dogs always get the same chats. */
function gossip(dogs: readonly DemoDog[], chats: readonly string[]): string[] {
  const chance = makeChance('gossip')
  const known = new Set(
    chats.map(row => {
      const [barker = '', other = ''] = row.split('|').map(cell => cell.trim())
      return pairOf(barker, other).join()
    }),
  )
  // The accounts that people sign in with have their stories above.
  const others = dogs.filter(dog => dog.owner !== null && dog.owner !== 'owner' && dog.owner !== 'admin')
  const rows: string[] = []
  for (const [index, dog] of others.entries()) {
    const step = 1 + Math.floor(chance.next() * 9)
    const friend = others[(index + step) % others.length]
    if (!friend || friend.owner === dog.owner || known.has(pairOf(dog.name, friend.name).join())) continue
    known.add(pairOf(dog.name, friend.name).join())
    const lines = Array.from(
      { length: Math.floor(chance.between(0, 9)) },
      (_, line) => `${line % 2 ? 'a' : 'b'}${Math.ceil(chance.next() * 10)}`,
    )
    const last = lines.at(-1)
    const isUnread = chance.next() < 0.4
    const unread = !isUnread ? '0 0' : last?.startsWith('b') ? '0 1' : '1 0'
    rows.push(`${dog.name} | ${friend.name} | ${chance.between(1, 300).toFixed(1)} | ${lines.join(' ')} | ${unread}`)
  }
  return rows
}

/** All chats of the demo at `now`. */
export function demoChats(dogs: readonly DemoDog[], now: Date): DemoChat[] {
  const stories = STORIES.trim().split('\n')
  return [...stories, ...gossip(dogs, stories)].map(row => parse(row, now))
}
