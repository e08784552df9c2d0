import { A_DOG, PASSWORD } from './client.ts'

/** An id that no row has. */
export const NOBODY = '01890000-0000-7000-8000-000000000000'

/** The ids of two owners' match, and of what one of them has. */
export interface Ids {
  dog: string
  otherDog: string
  photo: string
  match: string
  playdate: string
}

export interface Call {
  method: string
  /** May contain names of `Ids` in braces. */
  path: string
  body?: (ids: Ids) => unknown
}

export const inHours = (hours: number, from = new Date()) => new Date(from.getTime() + hours * 3_600_000).toISOString()
const tomorrow = () => inHours(24)
/** What proposes a playdate. @param hours until it begins. */
export const playdateOf = (matchId: string, hours = 24, from = new Date()) => ({
  matchId,
  whenTs: inHours(hours, from),
  parkName: 'Dolores Park',
})

/** What plans a walk. @param hours until it begins. */
export const walkOf = (hours = 24) => ({
  whenTs: inHours(hours),
  parkName: 'Dolores Park',
  title: 'A walk',
  maxDogs: 4,
})

export const LOST = { lastSeenAt: new Date().toISOString(), lat: 37.76, lng: -122.42, approach: 'shy' }

/** All calls that need a session or token. */
export const CALLS: Call[] = [
  { method: 'GET', path: '/api/auth/user' },
  { method: 'PATCH', path: '/api/account', body: () => ({ firstName: 'Kim' }) },
  { method: 'DELETE', path: '/api/account', body: () => ({ password: PASSWORD }) },
  { method: 'POST', path: '/api/account/verify-email' },
  { method: 'POST', path: '/api/account/password', body: () => ({ current: PASSWORD, password: 'another password' }) },
  { method: 'POST', path: '/api/account/email', body: () => ({ password: PASSWORD, email: 'new@example.test' }) },
  { method: 'POST', path: '/api/account/export', body: () => ({ password: PASSWORD }) },
  { method: 'GET', path: '/api/tokens' },
  { method: 'POST', path: '/api/tokens', body: () => ({ name: 'script' }) },
  { method: 'DELETE', path: `/api/tokens/${NOBODY}` },
  { method: 'GET', path: '/api/sessions' },
  { method: 'DELETE', path: '/api/sessions' },
  { method: 'DELETE', path: `/api/sessions/${NOBODY}` },
  { method: 'GET', path: '/api/active-dog' },
  { method: 'POST', path: '/api/active-dog', body: ids => ({ dogId: ids.dog }) },
  { method: 'GET', path: '/api/my-dogs' },
  { method: 'POST', path: '/api/dogs', body: () => A_DOG },
  { method: 'GET', path: '/api/dogs/{dog}' },
  { method: 'PATCH', path: '/api/dogs/{dog}', body: () => ({ name: 'Mine now' }) },
  { method: 'PUT', path: '/api/dogs/{dog}/photos', body: ids => ({ photoIds: [ids.photo] }) },
  { method: 'DELETE', path: '/api/dogs/{dog}' },
  { method: 'POST', path: '/api/photos' },
  { method: 'PATCH', path: '/api/photos/{photo}', body: () => ({ focus: null }) },
  { method: 'DELETE', path: '/api/photos/{photo}' },
  { method: 'POST', path: '/api/photos/{photo}/restore' },
  { method: 'PATCH', path: '/api/user/location', body: () => ({ lat: 1, lng: 1 }) },
  { method: 'GET', path: '/api/places?query=Port' },
  { method: 'GET', path: '/api/sniff' },
  { method: 'GET', path: '/api/sniff/wider' },
  { method: 'POST', path: '/api/bark', body: ids => ({ toDogId: ids.otherDog }) },
  { method: 'GET', path: '/api/matches' },
  { method: 'GET', path: '/api/matches/unread' },
  { method: 'GET', path: '/api/matches/{match}' },
  { method: 'GET', path: '/api/messages/{match}' },
  { method: 'POST', path: '/api/messages/{match}/mark-seen' },
  { method: 'GET', path: '/api/barks/new-count' },
  { method: 'GET', path: '/api/notifications' },
  { method: 'GET', path: '/api/notifications/unseen-count' },
  { method: 'POST', path: '/api/notifications/seen', body: () => ({ upTo: NOBODY }) },
  { method: 'GET', path: '/api/preferences' },
  { method: 'PATCH', path: '/api/preferences', body: () => ({ digest: 'daily' }) },
  { method: 'GET', path: '/api/push/key' },
  { method: 'POST', path: '/api/push/endpoints', body: () => ({}) },
  { method: 'DELETE', path: `/api/push/endpoints/${NOBODY}` },
  { method: 'GET', path: '/api/playdates' },
  { method: 'GET', path: '/api/playdates/pending-count' },
  { method: 'GET', path: '/api/matches/{match}/playdates' },
  { method: 'POST', path: '/api/playdates', body: ({ match }) => playdateOf(match) },
  { method: 'PATCH', path: '/api/playdates/{playdate}', body: () => ({ status: 'accepted' }) },
  { method: 'POST', path: '/api/playdates/{playdate}/counter', body: () => ({ notes: 'Bring a ball' }) },
  { method: 'POST', path: '/api/playdates/{playdate}/answer-change', body: () => ({ accept: true }) },
  { method: 'POST', path: '/api/playdates/{playdate}/cancel', body: () => ({ reason: 'busy' }) },
  { method: 'POST', path: '/api/playdates/{playdate}/late', body: () => ({ minutes: 5 }) },
  { method: 'POST', path: '/api/playdates/{playdate}/here', body: () => ({}) },
  { method: 'DELETE', path: '/api/playdates/{playdate}/here' },
  { method: 'POST', path: '/api/playdates/{playdate}/recap', body: () => ({ met: true, again: true }) },
  { method: 'POST', path: '/api/playdates/{playdate}/phrase', body: () => ({ phrase: 'thank-you' }) },
  { method: 'POST', path: `/api/lost/${NOBODY}/sightings`, body: () => ({}) },
  { method: 'GET', path: `/api/lost/${NOBODY}/sightings` },
  { method: 'GET', path: `/api/sightings/${NOBODY}/photo` },
  { method: 'POST', path: `/api/sightings/${NOBODY}/thank` },
  { method: 'POST', path: '/api/dogs/{dog}/lost', body: () => LOST },
  { method: 'GET', path: '/api/lost' },
  { method: 'GET', path: '/api/lost/mine' },
  { method: 'GET', path: `/api/lost/${NOBODY}` },
  { method: 'PATCH', path: `/api/lost/${NOBODY}`, body: () => ({ version: 1 }) },
  { method: 'POST', path: `/api/lost/${NOBODY}/close`, body: () => ({ outcome: 'found' }) },
  { method: 'GET', path: '/api/passkeys' },
  { method: 'POST', path: '/api/passkeys/options', body: () => ({}) },
  { method: 'POST', path: '/api/passkeys', body: () => ({ name: 'Phone', response: {} }) },
  { method: 'DELETE', path: `/api/passkeys/${NOBODY}` },
  { method: 'GET', path: '/api/skips' },
  { method: 'POST', path: '/api/skips', body: ids => ({ dogId: ids.otherDog }) },
  { method: 'DELETE', path: `/api/skips/${NOBODY}` },
  { method: 'GET', path: '/api/verifications' },
  { method: 'POST', path: '/api/dogs/{dog}/verifications', body: () => ({ kind: 'photo' }) },
  { method: 'DELETE', path: `/api/verifications/${NOBODY}` },
  { method: 'GET', path: `/api/verifications/${NOBODY}/evidence` },
  { method: 'POST', path: `/api/verifications/${NOBODY}/evidence` },
  { method: 'GET', path: '/api/playdates/{playdate}' },
  { method: 'GET', path: '/api/push/endpoints' },
  { method: 'POST', path: '/api/push/test' },
  { method: 'GET', path: '/api/location/check?city=Reno' },
  { method: 'GET', path: '/api/playdates/past' },
  { method: 'GET', path: `/api/playdates/overlapping?whenTs=${tomorrow()}` },
  { method: 'GET', path: '/api/playdates/{playdate}/ics' },
  { method: 'GET', path: '/api/calendar-feed' },
  { method: 'POST', path: '/api/calendar-feed' },
  { method: 'DELETE', path: '/api/calendar-feed' },
  { method: 'POST', path: '/api/messages/{match}', body: () => ({ body: 'woof' }) },
  { method: 'DELETE', path: '/api/matches/{match}' },
  { method: 'GET', path: '/api/blocks' },
  { method: 'POST', path: '/api/blocks', body: ids => ({ dogId: ids.otherDog }) },
  { method: 'DELETE', path: `/api/blocks/${NOBODY}` },
  { method: 'POST', path: '/api/reports', body: ids => ({ dogId: ids.otherDog, kind: 'rude' }) },
  { method: 'GET', path: '/api/reports' },
  { method: 'GET', path: '/api/notices' },
  { method: 'POST', path: '/api/appeals', body: () => ({ noticeId: NOBODY, text: 'No' }) },
  { method: 'GET', path: '/api/parks' },
  { method: 'GET', path: `/api/parks/${NOBODY}` },
  { method: 'GET', path: '/api/parks/mine' },
  { method: 'POST', path: '/api/parks', body: () => ({ name: 'Wiggly Field', lat: 41.95, lng: -87.65 }) },
  { method: 'GET', path: '/api/matches/{match}/parks' },
  { method: 'GET', path: '/api/events' },
  { method: 'GET', path: '/api/webhooks' },
  { method: 'POST', path: '/api/webhooks', body: () => ({ url: 'https://hooks.example.com', events: ['message'] }) },
  { method: 'DELETE', path: `/api/webhooks/${NOBODY}` },
  { method: 'POST', path: `/api/webhooks/${NOBODY}/test` },
  { method: 'GET', path: `/api/webhooks/${NOBODY}/deliveries` },
  { method: 'GET', path: '/api/searches' },
  { method: 'POST', path: '/api/searches', body: () => ({ name: 'Small', filters: {} }) },
  { method: 'DELETE', path: `/api/searches/${NOBODY}` },
  { method: 'GET', path: '/api/invite' },
  { method: 'DELETE', path: '/api/invite' },
  { method: 'GET', path: '/api/walks' },
  { method: 'GET', path: `/api/walks/${NOBODY}` },
  { method: 'POST', path: '/api/walks', body: () => walkOf() },
  { method: 'PATCH', path: `/api/walks/${NOBODY}`, body: () => ({ parkName: 'Crissy Field' }) },
  { method: 'POST', path: `/api/walks/${NOBODY}/join`, body: () => ({}) },
  { method: 'POST', path: `/api/walks/${NOBODY}/leave`, body: () => ({}) },
  { method: 'POST', path: `/api/walks/${NOBODY}/cancel`, body: () => ({}) },
  { method: 'POST', path: `/api/walks/${NOBODY}/end-series`, body: () => ({}) },
  { method: 'POST', path: `/api/walks/${NOBODY}/late`, body: () => ({ minutes: 5 }) },
  { method: 'POST', path: `/api/walks/${NOBODY}/here`, body: () => ({}) },
  { method: 'GET', path: `/api/walks/${NOBODY}/ics` },
]
