import { CALLS, requestOf } from './calls.ts'

/** Calls that take or answer nothing of another owner. */
const OTHERS = [
  /^\w+ \/(account|sessions|auth|tokens|calendar-feed|push|preferences|notices|appeals|user|places|location|parks|searches|invite|webhooks|passkeys)\b/,
  /^GET \/(events|my-dogs|active-dog)$/,
  // Of all around, also of the other owners of a test. What is asked of them stands below.
  /^GET \/(sniff|walks)$/,
  /^(POST \/(dogs|walks|photos)|DELETE \/blocks\/\{id\}|DELETE \/skips\/\{id\})$/,
  // Sightings of one's own dog.
  /^\w+ \/(verifications|sightings)\b/,
]

/** The ids in the calls: of another owner's dog, and of everything that belongs to it. */
export interface About {
  dogId: string
  photoId: string
  matchId: string
  playdateId: string
  /** A walk that it hosts. */
  walkId: string
  /** A search for it. */
  lostId: string
  /** Of the proposal of the playdate. */
  notificationId: string
}

/** Every call by which somebody can learn of another owner: method, path without "/api", body. */
export function callsAbout(about: About): [string, string, unknown?][] {
  const { dogId, photoId, matchId, playdateId, walkId, lostId, notificationId } = about
  const ids = { dogId, toDogId: dogId, photoId, matchId, upTo: notificationId }
  const beginnings = { dogs: dogId, walks: walkId, lost: lostId, playdates: playdateId }
  const isOther = (name: string) => OTHERS.some(own => own.test(name))
  return [
    ...CALLS.filter(({ name }) => !isOther(name)).map((call): [string, string, unknown] => {
      const { method, path, body } = requestOf(call, { ...ids, ...beginnings })
      return [method, path.replace('/api', ''), body]
    }),
    ['GET', `/sniff?limit=100&cursor=${dogId}`],
    ['GET', '/walks?mine=yes'],
    ['GET', '/playdates'],
    ['GET', '/trpc/matches.unreadByDog'],
  ]
}
