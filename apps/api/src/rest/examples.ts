import { NOTIFICATION_KINDS } from '@barkyard/domain/notification'

export const ID = '0190d6c4-8f1e-7a50-9c3b-5f2e7d1a4b68'
export const OTHER_ID = '0190d6c4-9b72-7e31-8d40-1c6a2f9e5b07'
const AT = '2030-05-30T18:04:05.123Z'

const photo = { id: ID, dogId: ID, urlThumb: '/photos/kX3v9-thumb.webp', urlLarge: '/photos/kX3v9-large.webp' }
const dog = {
  ...{ id: ID, name: 'Biscuit', breed: 'Corgi', ageYears: 3, size: 'small', sex: 'female' },
  ...{ temperament: ['playful'], bio: 'Loves tennis balls', photos: [photo] },
}
const compatibility = { score: 82, reasons: ['similar size', 'both playful', '4 km apart'] }
const message = { id: ID, matchId: ID, senderDogId: OTHER_ID, body: 'Woof! 🐕', createdAt: AT, seq: 1 }
const playdate = {
  ...{ id: ID, matchId: ID, whenTs: '2030-06-01T16:00:00.000Z', parkName: 'Dolores Park', lat: '37.7596' },
  ...{ lng: '-122.4269', notes: 'Fetch at noon', status: 'accepted', proposerDogId: ID, revision: 3, started: false },
  changes: { whenTs: '2030-06-01T23:00:00.000Z', parkName: 'Dolores Park', notes: 'Fetch at noon', byDogId: OTHER_ID },
  ...{ cancelledAt: null, cancelReason: null, signals: [] },
}
const token = { id: ID, name: 'feeder on the porch', isAdmin: false, createdAt: AT, lastUsedOn: null }

const aCase = {
  ...{
    id: ID,
    kind: 'rude',
    notes: [{ text: 'Called my dog names', at: AT }],
    state: 'open',
    version: 1,
    createdAt: AT,
  },
  dog: { id: OTHER_ID, name: 'Biscuit' },
  owner: { id: OTHER_ID, firstName: 'Robin', lastName: 'Hale', email: 'robin@example.com' },
  ...{ reporters: 1, claim: { by: 'Alex Moss', until: AT, mine: true } },
}

const LINK = `${ID}.pV3kQ9zX7mB1cD5fG8hJ2lN4oP6qR0sT-uW_yA3eI5U`

/** An example of each shape, by its name in the document. Used wherever a call has no example of its own. */
export const EXAMPLES = {
  Photo: photo,
  Dog: dog,
  Compatibility: compatibility,
  SniffDog: { ...dog, distance: 4, compatibility },
  ActiveDog: { activeDogId: ID, dog },
  User: {
    ...{ id: ID, email: 'robin@example.com', firstName: 'Robin', lastName: 'Hale', city: 'San Francisco' },
    ...{ lat: 37.76, lng: -122.42, isAdmin: false, isImpersonating: false, emailVerified: true, dog },
    ...{ suspended: false, suspendedUntil: null },
  },
  PlaceSuggestion: {
    ...{ city: 'Portland', region: 'Oregon', country: 'United States' },
    label: 'Portland, Oregon',
  },
  Block: { id: ID, kind: 'owner', dog: { id: OTHER_ID, name: 'Rex', breed: 'Beagle', photos: [photo] }, createdAt: AT },
  Barked: { matchId: ID },
  Message: message,
  Match: { id: ID, dogAId: ID, dogBId: OTHER_ID, otherDog: dog, lastMessage: message, unreadCount: 1 },
  Count: { count: 2 },
  Park: {
    ...{ id: 'dolores', name: 'Dolores Park', lat: 37.7596, lng: -122.4269 },
    address: 'Dolores St & 19th St, San Francisco, CA 94114',
  },
  Playdate: playdate,
  PastPlaydate: { ...playdate, recap: { met: true, again: true, bothAgain: false } },
  CalendarFeed: { url: 'https://barkyard.example/calendar/Zk1y0f9cS7mQ2w8eR4tU6iO3pA5sD1fG7hJ9kL2zX4c.ics' },
  Notification: {
    ...{ id: ID, kind: 'message', title: 'Bo wrote to Biscuit', body: 'Dolores Park at nine?' },
    ...{ path: `/bark-chat/${OTHER_ID}`, dogId: ID, createdAt: AT, seenAt: null },
  },
  Preferences: {
    ...{ timeZone: 'America/Los_Angeles', quiet: { from: '22:00', to: '07:00' } },
    kinds: Object.fromEntries(NOTIFICATION_KINDS.map(kind => [kind, { push: true, mail: true }])),
    ...{ reminders: { day: true, hours: true }, digest: 'none', units: 'km' },
  },
  PushKey: { key: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4' },
  PushEndpoint: { id: ID },
  Done: { ok: true },
  AdminUser: { id: ID, firstName: 'Robin', lastName: 'Hale', email: 'robin@example.com', dogCount: 2 },
  AdminDog: {
    ...{ id: ID, name: 'Biscuit', breed: 'Corgi', userId: OTHER_ID },
    owner: { firstName: 'Robin', lastName: 'Hale', email: 'robin@example.com' },
    photos: [{ id: ID, urlThumb: photo.urlThumb }],
  },
  AuditEntry: {
    ...{ id: ID, at: AT, adminEmail: 'alex@example.com', action: 'dog-edited', dogId: ID, userId: OTHER_ID },
    detail: { name: 'Biscuit', owner: 'robin@example.com', fields: ['name'] },
  },
  NewStatementTemplate: { action: 'warn', title: 'Rude messages', text: 'Please keep it friendly.' },
  StatementTemplate: { id: ID, action: 'warn', title: 'Rude messages', text: 'Please keep it friendly.' },
  Notice: {
    ...{ id: ID, action: 'hide-dog', statement: 'This is no dog', dogId: ID, dogName: 'Biscuit', createdAt: AT },
    ...{ until: null, appealBy: AT, appeal: { text: 'It is', state: 'open', statement: null } },
  },
  Reported: { id: ID },
  Report: { id: ID, kind: 'rude', state: 'decided', outcome: 'acted', createdAt: AT },
  AdminReport: aCase,
  AdminReportDetails: {
    ...aCase,
    evidence: {
      ...{ dog, earlierDogs: [], messages: [message] },
      photos: [{ id: ID, url: `/api/admin/reports/${ID}/photos/${ID}`, reported: false, removed: false }],
    },
    ...{ reportedBy: [{ id: ID, firstName: 'Kim', lastName: 'Park' }], decisions: [], currentDog: dog, earlier: [] },
  },
  Token: token,
  CreatedToken: { ...token, token: 'barkyard_Zk1y0f9cS7mQ2w8eR4tU6iO3pA5sD1fG7hJ9kL2zX4c' },
  Health: { status: 'ok' },
  Forgot: { email: 'robin@example.com' },
  Reset: { token: LINK, password: 'battery staple' },
  Link: { token: LINK },
  OwnPassword: { password: 'correct horse' },
  Session: { ...{ id: ID, current: true, createdAt: AT, lastUsedAt: AT }, device: 'Chrome on Android' },
  SignIn: { email: 'owner@demo.test', password: 'demo-demo-demo' },
  SignUp: { email: 'robin@example.com', password: 'correct horse', firstName: 'Robin', lastName: 'Hale' },
}
