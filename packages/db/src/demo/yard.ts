import { localClock, localInstant } from '@barkyard/domain/local-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import type { DogViewer } from '@barkyard/domain/visibility'
import type { Trx } from '../transaction.ts'

/** The rows of a table that is written with "|" between its cells. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(row => row.split('|').map(cell => cell.trim()))

const DAY_MS = 24 * 60 * 60 * 1000

/** The last moment at which somebody is awake in San Francisco, from 8 AM to 10 PM: the demo is started at any hour. */
export function lastAwake(now: Date): Date {
  const { date, time } = localClock(BUILT_IN_ZONE, now)
  if (time >= '08' && time < '22') return now
  const evening = time < '08' ? new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10) : date
  return localInstant(BUILT_IN_ZONE, evening, '21:45:00')
}

/** @throws if the demo has no such thing, or a query refused it. */
function accepted<T>(answer: T, what: string): Exclude<T, string | null | undefined> {
  if (typeof answer === 'string' || answer === undefined || answer === null)
    throw new Error(`The demo's ${what}: ${answer ?? 'missing'}`)
  return answer as Exclude<T, string | null | undefined>
}

function idIn(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no ${name}`)
  return id
}

interface Ids {
  /** By the owner's key. */
  userIds: ReadonlyMap<string, string>
  /** By the dog's name. */
  dogIds: ReadonlyMap<string, string>
}

/** What the parts of the demo need while they are stored. */
export function makeYard(
  trx: Trx,
  now: Date,
  dogs: readonly { name: string; owner: string | null }[],
  { userIds, dogIds }: Ids,
) {
  const dog = (name: string) => idIn(dogIds, name)
  const ownerOf = (name: string) => idIn(userIds, dogs.find(dog => dog.name === name)?.owner ?? name)
  return {
    trx,
    now,
    accepted,
    dog,
    ownerOf,
    /** A dog by its name, as which its owner acts. */
    actingAs: (name: string): DogViewer => ({ kind: 'dog', userId: ownerOf(name), dogId: dog(name) }),
    user: (key: string) => idIn(userIds, key),
    minutesAgo: (minutes: number) => new Date(now.getTime() - minutes * 60_000),
    /** The same, and never at night. */
    awakeMinutesAgo: (minutes: number) => new Date(lastAwake(now).getTime() - minutes * 60_000),
  }
}

export type Yard = ReturnType<typeof makeYard>
