import { LOST } from './calls.ts'

/** Calls that take or answer nothing of another owner, or read it as an admin. */
export const OF_ONESELF = [
  /^\w+ \/(account|sessions|auth|tokens|admin|calendar-feed|push|preferences|notices|appeals|user|places|location|parks|searches|invite|webhooks|passkeys|vitals)\b/,
  /^\w+ \/(login|signup|logout|callback|forgot|reset|verify-email|change-email|unsubscribe)\b/,
  /^GET \/(health|live|docs|events|openapi\.json|asyncapi\.json|my-dogs|active-dog)$/,
  // Files, and a feed of one's own: a block does not change addresses.
  /^GET \/(photos\/\{name\}\.webp|calendar\/\{secret\}\.ics)$/,
  /^(POST \/dogs|POST \/walks|DELETE \/blocks\/\{id\}|DELETE \/skips\/\{id\})$/,
  // Sightings of one's own dog.
  /^\w+ \/(verifications|sightings)\b/,
  // The page of a poster, for everybody who reads its code.
  /^\w+ \/lost\/p\b/,
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
export function callsAbout({
  dogId,
  photoId,
  matchId,
  playdateId,
  walkId,
  lostId,
  notificationId,
}: About): [string, string, unknown?][] {
  // The same one for every caller.
  const whenTs = '2100-06-01T17:00:00.000Z'
  return [
    ['GET', `/dogs/${dogId}`],
    ['PATCH', `/dogs/${dogId}`, { name: 'Mine' }],
    ['PUT', `/dogs/${dogId}/photos`, { photoIds: [photoId] }],
    ['DELETE', `/dogs/${dogId}`],
    ['PATCH', `/photos/${photoId}`, { focus: null }],
    ['DELETE', `/photos/${photoId}`],
    ['POST', `/photos/${photoId}/restore`],
    ['POST', '/active-dog', { dogId }],
    ['POST', '/bark', { toDogId: dogId }],
    ['GET', `/sniff?limit=100&cursor=${dogId}`],
    ['GET', '/sniff/wider?distance=5'],
    ['GET', '/walks?mine=yes'],
    ['GET', `/walks/${walkId}`],
    ['GET', `/walks/${walkId}/ics`],
    ['PATCH', `/walks/${walkId}`, { parkName: 'Crissy Field' }],
    ...['join', 'leave', 'cancel', 'end-series', 'here'].map((verb): [string, string, unknown] => [
      'POST',
      `/walks/${walkId}/${verb}`,
      {},
    ]),
    ['POST', `/walks/${walkId}/late`, { minutes: 5 }],
    ['POST', `/dogs/${dogId}/lost`, LOST],
    ['GET', '/lost'],
    ['GET', '/lost/mine'],
    ['GET', `/lost/${lostId}`],
    ['PATCH', `/lost/${lostId}`, { version: 1 }],
    ['POST', `/lost/${lostId}/close`, { outcome: 'found' }],
    ['GET', `/lost/${lostId}/sightings`],
    ['POST', `/lost/${lostId}/sightings`, { at: LOST.lastSeenAt, lat: LOST.lat, lng: LOST.lng, state: 'seen' }],
    ['GET', '/matches'],
    ['GET', '/matches/unread'],
    ['GET', `/matches/${matchId}`],
    ['DELETE', `/matches/${matchId}`],
    ['GET', `/messages/${matchId}`],
    ['POST', `/messages/${matchId}`, { body: 'still there?' }],
    ['POST', `/messages/${matchId}/mark-seen`],
    ['GET', '/barks/new-count'],
    ['GET', '/playdates'],
    ['GET', '/playdates/past'],
    ['GET', `/playdates/overlapping?whenTs=${encodeURIComponent(whenTs)}`],
    ['GET', `/playdates/${playdateId}/ics`],
    ['GET', `/matches/${matchId}/playdates`],
    ['GET', `/matches/${matchId}/parks`],
    ['GET', '/playdates/pending-count'],
    ['GET', `/playdates/${playdateId}`],
    ['PATCH', `/playdates/${playdateId}`, { status: 'accepted' }],
    ['POST', `/playdates/${playdateId}/counter`, { notes: 'Bring a ball' }],
    ['POST', `/playdates/${playdateId}/answer-change`, { accept: true }],
    ['POST', `/playdates/${playdateId}/cancel`, { reason: 'busy' }],
    ['POST', `/playdates/${playdateId}/late`, { minutes: 5 }],
    ['POST', `/playdates/${playdateId}/here`, {}],
    ['DELETE', `/playdates/${playdateId}/here`],
    ['POST', `/playdates/${playdateId}/recap`, { met: true, again: true }],
    ['POST', '/playdates', { matchId, whenTs, parkName: 'Dolores Park' }],
    ['POST', `/playdates/${playdateId}/phrase`, { phrase: 'thank-you' }],
    ['POST', `/dogs/${dogId}/verifications`, { kind: 'photo' }],
    ['POST', '/skips', { dogId }],
    ['GET', '/skips'],
    ['POST', '/blocks', { dogId }],
    ['GET', '/blocks'],
    ['POST', '/reports', { dogId, kind: 'rude' }],
    ['GET', '/reports'],
    ['GET', '/notifications'],
    ['GET', '/notifications/unseen-count'],
    ['POST', '/notifications/seen', { upTo: notificationId }],
    ['GET', '/trpc/matches.unreadByDog'],
  ]
}
