import { type Backdrop, drawPortrait, type PortraitOptions, portraitTraits, suits } from '@barkyard/art/portrait'
import { type Chance, makeChance } from '@barkyard/art/random'
import { addDays, localClock, localInstant } from '@barkyard/domain/local-time'
import { BARK_BODY } from '@barkyard/domain/message'
import { SLOTS } from '@barkyard/domain/park-time'
import { BUILT_IN_ZONE, builtInPark, MAP_CENTRE } from '@barkyard/domain/parks'
import { distanceKm } from '@barkyard/domain/place'
import type { Phrase, PlaydateStatus } from '@barkyard/domain/playdate'
import type { ReportKind } from '@barkyard/domain/report'
import type { DogChanges, NewDog } from '@barkyard/domain/schemas/dog'
import type { NewLost } from '@barkyard/domain/schemas/lost'
import type { NewPark } from '@barkyard/domain/schemas/park'
import type { NewSearch } from '@barkyard/domain/schemas/search'
import type { NewWalk } from '@barkyard/domain/schemas/walk'
import { woof } from '@barkyard/domain/woof'
import data from './data/demo.json' with { type: 'json' }

/** Dogs have unique names, by which all the rest refers to them; an owner's first dog is their active one. */
export interface DemoDog extends NewDog {
  bio: string
  /** The owner's key; null: nobody owns it. */
  owner: string | null
  /** The first draw of its looks came out too much like another dog's; any number is another draw. */
  redrawn?: number
  facts?: Pick<DogChanges, 'neutered' | 'careful' | 'paused'>
  /** The others have not been seen. */
  activeDaysAgo?: number
  photoChecked?: boolean
  /** Days until its vaccination runs out. */
  vaccinatedDays?: number
}

/**
 * Owners who do not share their location only entered their city. Chats have words per message ("a3": three of the barking
 * dog, "b": of the other), and how many messages the other has not read.
 */
interface Demo extends Pick<typeof data, 'owners' | 'chats' | 'waitingCheck'> {
  dogs: DemoDog[]
  /** Without days: at the next slot that is two hours away. */
  playdates: ((typeof data.playdates)[number] & { status: PlaydateStatus })[]
  walks: ((typeof data.walks)[number] & Pick<NewWalk, 'sizes' | 'kind' | 'repeats'>)[]
  parks: NewPark[]
  search: NewSearch
  suggestedPark: NewPark & { by: string }
  phrases: ((typeof data.phrases)[number] & { phrase: Phrase })[]
  lost: typeof data.lost & { case: Pick<NewLost, 'approach'> }
  /** The one with a statement is decided, and its owner appeals. All reports about a dog are one case. */
  reports: ((typeof data.reports)[number] & { kind: ReportKind })[]
}
interface Slot {
  days?: number | undefined
  hour?: number | undefined
}

export const demo = data as Demo

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The last moment at which somebody is awake in San Francisco, from 8 AM to 10 PM: the demo is started at any hour. */
export function lastAwake(now: Date): Date {
  const { date, time } = localClock(BUILT_IN_ZONE, now)
  if (time >= '08' && time < '22') return now
  return localInstant(BUILT_IN_ZONE, time < '08' ? addDays(date, -1) : date, '21:45:00')
}

/** The slot at an hour, a number of days from now, in the parks' time zone. Without days the next one that is two hours away. */
function slotAt(now: Date, { days, hour }: Slot): Date {
  if (days === undefined) {
    const slots = [0, 1].flatMap(days => SLOTS.map(slot => slotAt(now, { days, hour: slot.hour })))
    return slots.find(slot => slot.getTime() - now.getTime() >= 2 * HOUR_MS) ?? slotAt(now, { days: 1, hour: 9 })
  }
  const day = addDays(localClock(BUILT_IN_ZONE, now).date, days)
  return localInstant(BUILT_IN_ZONE, day, SLOTS.find(slot => slot.hour === hour)?.value ?? '12:00:00')
}

/** Past and future playdates, only between dogs that have a chat. */
export const demoPlaydates = (now: Date) => demo.playdates.map(one => ({ ...one, when: slotAt(now, one) }))

export const demoWalks = (now: Date) =>
  demo.walks.map(({ host, joiners, park, days, hour, ...terms }) => ({
    host,
    joiners,
    terms: { ...terms, park: builtInPark(park), whenTs: slotAt(now, { days, hour }).toISOString() },
  }))

/** The times of a chat that ended at `end`: quick replies, sometimes with a night in between. */
function timesUntil(end: Date, count: number, chance: Chance): Date[] {
  const times = [end]
  while (times.length < count) {
    const pause = chance.next() < 0.12 ? chance.between(400, 1100) : chance.between(1, 14)
    times.unshift(new Date((times[0] ?? end).getTime() - pause * MINUTE_MS))
  }
  return times
}

/** The chats of the accounts that people sign in with, oldest message first. The first is the bark that made the match. */
export const demoChats = (now: Date) =>
  demo.chats.map(({ barker, other, hoursAgo, words, unread }) => {
    const chance = makeChance(`${barker} and ${other}`)
    const lines = words.split(' ').filter(Boolean)
    const times = timesUntil(new Date(lastAwake(now).getTime() - hoursAgo * HOUR_MS), lines.length + 1, chance)
    return {
      dogs: [barker, other] as const,
      messages: times.map((at, index) => {
        const line = lines[index - 1]
        if (!line) return { from: barker, body: BARK_BODY, at }
        const body = woof('word '.repeat(Number(line.slice(1))).trim(), () => chance.next())
        return { from: line.startsWith('b') ? other : barker, body, at }
      }),
      unread,
    }
  })

export const demoTraits = (dog: DemoDog) =>
  portraitTraits({ ...dog, seed: `${dog.owner ?? 'nobody'}${dog.redrawn ?? ''}` })

const isFar = ({ owner }: DemoDog) => demo.owners.some(home => home.key === owner && distanceKm(MAP_CENTRE, home) > 60)

/** The dog's photos as drawings: its face, then up to three poses, each elsewhere. Dogs far from San Francisco have no bay. */
export function demoPhotos(dog: DemoDog): string[] {
  const traits = demoTraits(dog)
  const chance = makeChance(`photos of ${traits.seed}`)
  const places: Backdrop[] = isFar(dog) ? ['yard', 'rug', 'night'] : ['yard', 'hill', 'bay', 'beach', 'rug', 'night']
  const first = Math.floor(chance.between(0, places.length))
  const isSleepy = dog.temperament.includes('calm')
  const poses: PortraitOptions[] = [
    { mood: chance.next() < 0.15 ? 'head-tilted' : 'awake' },
    { pose: 'sitting' },
    isSleepy ? { pose: 'lying', mood: 'asleep' } : { pose: 'running' },
    isSleepy ? { pose: 'running' } : { pose: 'lying' },
  ]
  const count = dog.owner === 'owner' ? 4 : chance.pick([1, 2, 2, 3, 3, 4])
  return poses.slice(0, count).map((options, index) => {
    const choice = places.filter(place => suits(traits, place, options.pose ?? 'head'))
    const backdrop = choice[(first + index) % choice.length] ?? 'yard'
    return drawPortrait(traits, { ...options, backdrop })
  })
}
