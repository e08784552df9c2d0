import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import { type Dog, type SniffDog, UNTOLD } from '@barkyard/domain/schemas/dog'
import type { Lost, OwnLost } from '@barkyard/domain/schemas/lost'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Park } from '@barkyard/domain/schemas/park'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { User } from '@barkyard/domain/schemas/user'

const NOW = '2026-11-21T12:00:00.000Z'

let last = 0
const id = () => `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}`

const PICTURE = 'data:image/svg+xml,%3Csvg%20xmlns="http://www.w3.org/2000/svg"%20width="800"%20height="1000"/%3E'

export const aPhoto = (fields: Partial<Photo> = {}): Photo => {
  const photoId = id()
  // Its end makes the addresses of two photos different.
  const url = `${PICTURE}#${photoId}`
  return { id: photoId, dogId: id(), urlThumb: url, urlLarge: url, ...fields }
}

export const aDog = (fields: Partial<Dog> = {}): Dog => ({
  id: id(),
  name: 'Nori',
  breed: 'Corgi',
  ageYears: 3,
  size: 'small',
  sex: 'female',
  temperament: ['playful'],
  bio: null,
  photos: [],
  verified: { photo: false, vaccinatedUntil: null },
  ...UNTOLD,
  ...fields,
})

/** A dog as the acting dog sees it. */
export const aNeighbour = (fields: Partial<SniffDog> = {}): SniffDog => ({
  ...aDog({ name: 'Rex' }),
  distance: 2,
  compatibility: { score: 80, reasons: ['Same size'] },
  activeLately: false,
  ...fields,
})

/** An owner in San Francisco. @param fields `dog` is the acting dog; null for none */
export const anOwner = (fields: Partial<User> = {}): User => ({
  id: id(),
  email: 'robin@example.test',
  firstName: 'Robin',
  lastName: 'Hale',
  city: 'San Francisco',
  lat: 37.7749,
  lng: -122.4194,
  isAdmin: fields.role === 'admin',
  role: 'owner',
  isImpersonating: false,
  emailVerified: true,
  requirePasskey: false,
  suspended: false,
  suspendedUntil: null,
  dog: aDog(),
  ...fields,
})

/** A park of which nothing but its place is known. */
export const aPark = (fields: Partial<Park> = {}): Park => ({
  id: id(),
  name: 'Dolores Park',
  lat: 37.7596,
  lng: -122.4269,
  address: '',
  timeZone: BUILT_IN_ZONE,
  facts: { fenced: null, water: null, smallDogs: null, leash: null },
  source: 'built-in',
  attribution: null,
  distance: null,
  closed: false,
  ...fields,
})

/** A match after the first bark. @param from the dog that barked */
export function aMatch(ownDog: Dog, otherDog: Dog, from = ownDog, fields: Partial<Match> = {}): Match {
  const matchId = id()
  const lastMessage = { id: id(), matchId, senderDogId: from.id, body: 'Woof! 🐕', createdAt: NOW, seq: 1 }
  return {
    id: matchId,
    dogAId: ownDog.id,
    dogBId: otherDog.id,
    ownDogId: ownDog.id,
    otherDog,
    barked: from.id === ownDog.id,
    lastMessage,
    unreadCount: from.id === ownDog.id ? 0 : 1,
    ...fields,
  }
}

/** A search that has just begun, as a neighbour reads it. */
export const aLost = (dog: Dog, fields: Partial<Lost> = {}): Lost => ({
  id: id(),
  version: 1,
  dog,
  state: 'open',
  outcome: null,
  lastSeenAt: new Date().toISOString(),
  lat: 37.77,
  lng: -122.42,
  note: null,
  wearing: null,
  approach: 'shy',
  reach: 3,
  distance: 2,
  endsAt: new Date(Date.now() + 72 * 3_600_000).toISOString(),
  createdAt: new Date().toISOString(),
  ...fields,
})

/** The same as its owner reads it. */
export const anOwnLost = (dog: Dog, fields: Partial<OwnLost> = {}): OwnLost => ({
  ...aLost(dog),
  beganAt: new Date().toISOString(),
  phone: null,
  showPhone: false,
  mark: null,
  code: 'abcdefgh12345678',
  sightings: 0,
  ...fields,
})
