import { ALL_TEMPERAMENTS, DOG_BIO_MAX } from '@barkyard/domain/dog'
import { localClock } from '@barkyard/domain/local-time'
import { SLOTS } from '@barkyard/domain/park-time'
import { BUILT_IN_ZONE, PARK_NAMES } from '@barkyard/domain/parks'
import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { newDogSchema } from '@barkyard/domain/schemas/dog'
import { emailSchema } from '@barkyard/domain/schemas/user'
import { NOISES } from '@barkyard/domain/woof'
import { describe, expect, test } from 'vitest'
import { demo, demoChats, demoPhotos, demoPlaydates, demoTraits, lastAwake } from './demo.ts'

const now = new Date('2026-11-20T23:30:00Z')
const { owners, dogs } = demo
const chats = demoChats(now)

describe('owners and dogs', () => {
  test('every owner has an address of the demo and a dog', () => {
    expect(owners.length).toBeGreaterThanOrEqual(40)
    expect(new Set(owners.map(owner => owner.email)).size).toBe(owners.length)
    for (const owner of owners) {
      expect(emailSchema.safeParse(owner.email).success).toBe(true)
      expect(owner.email).toMatch(/^[a-z.]+@demo\.test$/)
      expect(owner.lat).not.toBe(0)
      expect(dogs.some(dog => dog.owner === owner.key)).toBe(true)
    }
    expect(owners.filter(owner => owner.isAdmin).map(owner => owner.email)).toEqual(['admin@demo.test'])
  })

  test('every dog is valid and has a unique name and an existing owner, except two dogs without an owner', () => {
    const keys = new Set(owners.map(owner => owner.key))
    expect(dogs.length).toBeGreaterThanOrEqual(60)
    expect(new Set(dogs.map(dog => dog.name)).size).toBe(dogs.length)
    for (const { owner, ...dog } of dogs) {
      expect(dog).toMatchObject(newDogSchema.parse(dog))
      expect(dog.bio.length).toBeGreaterThan(20)
      expect(dog.bio.length).toBeLessThan(DOG_BIO_MAX)
      expect(owner === null || keys.has(owner)).toBe(true)
    }
    expect(dogs.filter(dog => dog.owner === null)).toHaveLength(2)
    expect(dogs.filter(dog => dog.owner === 'owner')).toHaveLength(3)
    expect(new Set(dogs.flatMap(dog => dog.temperament)).size).toBe(ALL_TEMPERAMENTS.length)
  })
})

describe('photos', () => {
  test('each dog has one to four, the same ones every time', () => {
    for (const dog of dogs) {
      const photos = demoPhotos(dog)
      expect([1, 2, 3, 4].slice(0, PHOTOS_PER_DOG)).toContain(photos.length)
      expect(new Set(photos).size).toBe(photos.length)
      expect(demoPhotos(dog)).toEqual(photos)
    }
  })

  test('no two dogs look alike', () => {
    const looks = dogs.map(dog => {
      // Only what is visible at a glance; the tilt of a head does not distinguish two dogs.
      const { looks, coat, second, ears, collar, accessory } = demoTraits(dog)
      return JSON.stringify([looks, coat, second, ears, collar, accessory])
    })
    expect(new Set(looks).size).toBe(dogs.length)
  })
})

describe('chats and playdates', () => {
  const named = new Map(dogs.map(dog => [dog.name, dog]))

  const pairOf = (both: readonly string[]) => [...both].sort().join()
  const pairs = new Set(chats.map(chat => pairOf(chat.dogs)))

  test('a chat is between dogs of two owners, one per pair: a past bark, then noises, some unread since the last answer', () => {
    const sounds = new Set(NOISES.flatMap(noise => noise.sound.split(' ')))
    expect(pairs.size).toBe(chats.length)
    for (const { dogs: both, messages, unread } of chats) {
      const [a, b] = both.map(name => named.get(name)?.owner)
      expect([a, b]).toEqual([expect.any(String), expect.any(String)])
      expect(a).not.toBe(b)
      const times = messages.map(message => message.at.getTime())
      expect(times).toEqual([...times].sort((x, y) => x - y))
      expect(times.at(-1)).toBeLessThan(now.getTime())
      const [bark, ...rest] = messages.map(message => message.body)
      expect(bark).toBe('Woof! 🐕')
      for (const word of rest.flatMap(body => body.split(' '))) expect(sounds).toContain(word)
      const lastOwn = messages.findLastIndex(message => message.from === both[1])
      expect(unread).toBeLessThanOrEqual(messages.length - 1 - lastOwn)
    }
  })

  test('playdates are in the parks’ slots between dogs that chat, and proposals are in the future', () => {
    const playdates = demoPlaydates(now)
    expect(playdates.some(playdate => playdate.when < now)).toBe(true)
    for (const { proposer, invited, when, park, status } of playdates) {
      expect(pairs).toContain(pairOf([proposer, invited]))
      expect(SLOTS.map(slot => slot.value)).toContain(localClock(BUILT_IN_ZONE, when).time)
      expect(PARK_NAMES).toContain(park)
      if (status === 'proposed') expect(when > now).toBe(true)
    }
  })

  test('whatever the hour, nobody says anything at night, and a plan is near enough for phrases', () => {
    const hourOf = (at: Date) => Number(localClock(BUILT_IN_ZONE, at).time.slice(0, 2))
    for (let hour = 0; hour < 24; hour++) {
      const start = new Date(now.getTime() + hour * 60 * 60_000)
      const awake = lastAwake(start)
      expect(awake.getTime()).toBeLessThanOrEqual(start.getTime())
      expect(hourOf(awake)).toBeGreaterThanOrEqual(8)
      expect(hourOf(awake)).toBeLessThan(22)
      const next = demoPlaydates(start).find(one => one.proposer === 'Waffles')
      const ahead = (next?.when.getTime() ?? 0) - start.getTime()
      expect(ahead).toBeGreaterThanOrEqual(2 * 60 * 60_000)
      expect(ahead).toBeLessThan(24 * 60 * 60_000)
    }
  })

  test('two dogs have barked at the owner’s active dog and wait for an answer', () => {
    const waiting = chats.filter(
      ({ dogs: both, messages }) => both[1] === 'Biscuit' && messages.every(({ from }) => from !== 'Biscuit'),
    )
    expect(waiting.map(({ dogs: [first] }) => first)).toEqual(['Saffron', 'Chai'])
  })
})
