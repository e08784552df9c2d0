import type { ErrorStatus } from './responses.ts'

interface Details {
  /** Why a call is refused, beyond what holds for every call of its kind. */
  errors?: Partial<Record<Extract<ErrorStatus, 403 | 404 | 409>, string>>
  description?: string
  /** A body that is taken. */
  request?: unknown
}

const NO_DOG = 'You have no active dog: POST /active-dog first'
const NO_MATCH = 'Your dog has no such match'
const NO_PLAYDATE = 'Your dog has no such playdate'
const NO_DOG_OR_STALE = 'You have no active dog, the playdate has another revision by now'
const NOT_NOW = 'the playdate is not agreed, or begins in more than 60 minutes or began longer ago'
const AROUND_THE_START =
  'For agreed playdates, from 60 minutes before the start to 60 minutes after it. The same again changes nothing.'
const SMALL = 'A short list: it comes whole.'

export const ID = '0190d6c4-8f1e-7a50-9c3b-5f2e7d1a4b68'
const OTHER_ID = '0190d6c4-9b72-7e31-8d40-1c6a2f9e5b07'

/** What the document says of each procedure beside its shapes. */
export const DETAILS: Record<string, Details> = {
  'auth.user': { description: 'With a token, isAdmin tells whether the token has admin rights.' },
  'account.edit': { request: { firstName: 'Robin', lastName: 'Hale' } },
  'account.sendVerification': { errors: { 409: 'The address is confirmed already' } },
  'account.changePassword': {
    errors: {
      403: 'Wrong password, a token, or an account of the demo',
      404: 'An OpenID provider keeps the passwords',
    },
    request: { current: 'correct horse', password: 'battery staple' },
  },
  'account.changeEmail': {
    errors: {
      403: 'Wrong password, a token, or an account of the demo',
      404: 'An OpenID provider keeps the addresses',
      409: 'Another account has this address',
    },
    request: { password: 'correct horse', email: 'robin.hale@example.com' },
  },
  'account.sessions': {
    errors: { 403: 'Tokens cannot see sessions' },
    description: 'At most 500, the last used first.',
  },
  'account.endSession': { errors: { 403: 'Tokens cannot end sessions', 404: 'You have no such session' } },
  'account.endOtherSessions': { errors: { 403: 'Tokens cannot end sessions' } },
  'account.delete': {
    errors: { 403: 'Wrong password, a token, or an account of the demo' },
    description:
      'At once: dogs, photos, matches, messages and playdates go too. The address is free again. Admins have their rights revoked first (400).',
    request: { password: 'correct horse' },
  },
  'dogs.mine': { description: `At most 50. ${SMALL}` },
  'dogs.active': {},
  'dogs.activate': {
    errors: { 403: 'This is not your dog', 404: 'No such dog' },
    request: { dogId: ID },
  },
  'dogs.create': {
    errors: { 409: 'You have 50 dogs already' },
    description:
      'It does not become the active dog. Sent again with the same clientId, it answers the dog that was created then.',
    request: { name: 'Biscuit', breed: 'Corgi', size: 'small', sex: 'female', ageYears: 3, temperament: ['playful'] },
  },
  'dogs.get': { errors: { 404: 'No such dog' } },
  'dogs.edit': {
    errors: { 403: 'This is not your dog', 404: 'No such dog' },
    description: 'Changes only the fields sent. Admins can edit any dog.',
    request: { name: 'Biscuit', bio: null },
  },
  'dogs.orderPhotos': {
    errors: {
      403: 'This is not your dog',
      404: 'No such dog',
      409: 'These are not exactly the photos that the dog has: one was added or deleted meanwhile',
    },
    description: 'The first photo is the dog’s face. A photo that is added later comes last.',
    request: { photoIds: [OTHER_ID, ID] },
  },
  'dogs.delete': { errors: { 403: 'This is not your dog', 404: 'No such dog' } },
  'photos.focus': {
    errors: { 403: 'This is not a photo of your dog', 404: 'No such photo' },
    description:
      'Pages crop photos to fit: the point stays in sight. x and y are shares (0 to 1) of the width from the left and of the height from the top. An upload guesses it; null forgets it.',
    request: { focus: { x: 0.5, y: 0.3 } },
  },
  'photos.delete': { errors: { 403: 'This is not a photo of your dog', 404: 'No such photo' } },
  'location.set': {
    description:
      'Both coordinates, or null for both: a city alone is placed by a gazetteer. Without city, the city stays as it is.',
    request: { city: 'Portland, Oregon', lat: null, lng: null },
  },
  'location.suggest': { description: `At most 8. ${SMALL}` },
  'sniff.search': {
    errors: { 409: NO_DOG },
    description:
      'Distances in km between places snapped to a grid of 0.01°. The answer is the plain list; X-Next-Cursor holds the cursor of the next page where there is one, X-Total-Count the number of dogs found (counting stops at 1000).',
  },
  'matches.bark': {
    errors: { 404: 'No such dog', 409: 'You have no active dog, or nobody owns the other dog' },
    description:
      'Adds the message “Woof! 🐕” to the one match of the two dogs. Barking again within 24 hours, while the other dog has written nothing since, adds none and answers the same.',
    request: { toDogId: OTHER_ID },
  },
  'matches.list': {
    errors: { 409: NO_DOG },
    description: 'The 500 with the newest messages; more with limit and cursor.',
  },
  'matches.get': { errors: { 404: NO_MATCH, 409: NO_DOG } },
  'matches.newCount': { errors: { 409: NO_DOG } },
  'messages.list': {
    errors: { 404: NO_MATCH, 409: NO_DOG },
    description:
      'The newest 200, or page by page: `limit` messages next to the one named by `before` (older) or `after` (newer). Older ones follow with `before` = the id of the first one answered.',
  },
  'messages.markSeen': { errors: { 404: NO_MATCH, 409: NO_DOG } },
  'notifications.list': { description: 'The newest 50; more with limit and cursor. They are kept for 90 days.' },
  'notifications.unseenCount': { description: 'Counting stops at 1000.' },
  'notifications.seen': {
    errors: { 403: 'You act as somebody else’s dog', 404: 'You have no such notification' },
    description: 'Messages are seen by POST /messages/{matchId}/mark-seen as well.',
    request: { upTo: ID },
  },
  'preferences.get': {},
  'preferences.edit': {
    errors: { 403: 'You act as somebody else’s dog' },
    description: 'Changes only the fields sent, within kinds and reminders too.',
    request: {
      timeZone: 'America/Los_Angeles',
      quiet: { from: '22:00', to: '07:00' },
      kinds: { message: { mail: false } },
      digest: 'weekly',
    },
  },
  'push.key': {},
  'push.subscribe': {
    errors: {
      403: 'A token, which has no browser, or you act as somebody else’s dog',
      409: 'Ten browsers of yours get pushes already',
    },
    description:
      'It ends with the session: signing out removes it. The same endpoint again is the same subscription; one that another user subscribed moves to you.',
    request: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91bHqjZxM0VImWWqDRN7U0a3AycjUf4O',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  },
  'push.unsubscribe': {
    errors: { 403: 'You act as somebody else’s dog', 404: 'You have no such subscription' },
  },
  'playdates.list': {
    errors: { 409: NO_DOG },
    description: 'Of all matches, by time: the next 200; more with limit and cursor.',
  },
  'playdates.ofMatch': {
    errors: { 404: NO_MATCH, 409: NO_DOG },
    description: 'By time: the next 200; more with limit and cursor.',
  },
  'playdates.create': {
    errors: { 404: NO_MATCH, 409: 'You have no active dog, or the match has 20 open proposals already' },
    description: 'lat and lng may be sent and are ignored: the park’s own count.',
    request: { matchId: ID, whenTs: '2030-06-01T16:00:00Z', parkName: 'Dolores Park', notes: 'Fetch at noon' },
  },
  'playdates.answer': {
    errors: {
      403: 'Only the other dog can answer this playdate',
      404: NO_PLAYDATE,
      409: `${NO_DOG_OR_STALE}, or the playdate has been answered already`,
    },
    request: { status: 'accepted' },
  },
  'playdates.past': {
    errors: { 409: NO_DOG },
    description: 'The newest first: 200, more with limit and cursor. `started` ones are going on now.',
  },
  'playdates.overlapping': {
    errors: { 409: NO_DOG },
    description: 'Proposed and agreed ones, at most 10. Overlapping is not forbidden.',
  },
  'playdates.counter': {
    errors: {
      404: NO_PLAYDATE,
      409: `${NO_DOG_OR_STALE}, the playdate has begun, was declined or cancelled, or has these terms already`,
    },
    description:
      'A proposal gets the new terms, and becomes yours: the other side answers it. Of an agreed playdate the new terms are kept in `changes` until the other side answers; the last wish replaces the one before.',
    request: { whenTs: '2030-06-01T23:00:00Z' },
  },
  'playdates.answerChange': {
    errors: {
      403: 'Only the other dog can accept this change',
      404: NO_PLAYDATE,
      409: `${NO_DOG_OR_STALE}, nobody asks for a change, or the time asked for has passed`,
    },
    request: { accept: true },
  },
  'playdates.cancel': {
    errors: { 404: NO_PLAYDATE, 409: `${NO_DOG_OR_STALE}, or the playdate has begun, was declined or cancelled` },
    description: 'Either side can, until it begins. The status becomes `declined`.',
    request: { reason: 'weather' },
  },
  'playdates.late': {
    errors: { 404: NO_PLAYDATE, 409: `${NO_DOG_OR_STALE}, or ${NOT_NOW}` },
    description: AROUND_THE_START,
    request: { minutes: 10 },
  },
  'playdates.here': {
    errors: { 404: NO_PLAYDATE, 409: `${NO_DOG_OR_STALE}, or ${NOT_NOW}` },
    description: AROUND_THE_START,
    request: {},
  },
  'playdates.recap': {
    errors: {
      404: NO_PLAYDATE,
      409: `${NO_DOG_OR_STALE}, or the playdate was not agreed, has not begun, or began more than 14 days ago`,
    },
    description:
      'The other side never reads it. Where both would meet again, both are told. Said again, the last word counts.',
    request: { met: true, again: true },
  },
  'calendar.openFeed': {
    errors: {},
    description:
      'The address needs no sign-in and is shown once: keep it like a password. A new one ends the one before. It holds the agreed playdates of all your dogs, from 90 days back on.',
  },
  'calendar.closeFeed': {},
  'playdates.pendingCount': { errors: { 409: NO_DOG } },
  'reports.create': {
    errors: { 403: 'You act as somebody else’s dog', 404: 'No such dog' },
    description:
      'Keeps the dog as it is, its photos, and the last 50 messages of your active dog’s match with it. Again for the same dog while its reports are open: the same id, and the note is added. 20 a day.',
    request: { dogId: OTHER_ID, kind: 'rude', note: 'Called my dog names' },
  },
  'reports.mine': {},
  'admin.reports': { description: 'Those decided come newest first.' },
  'admin.report': { errors: { 404: 'No such report' } },
  'admin.claimReport': {
    errors: {
      403: 'You act as somebody else’s dog',
      404: 'No such report',
      409: 'Another admin works on it, it is decided already, or another admin has to decide it',
    },
    description: 'Others cannot decide it meanwhile. Optional before deciding; the version stays.',
  },
  'admin.users': {},
  'admin.dogsOf': { errors: { 404: 'No such user' }, description: `At most 50. ${SMALL}` },
  'admin.unownedDogs': {},
  'admin.allDogs': {},
  'admin.editDog': {
    errors: { 404: 'No such dog' },
    description: 'Changes only the fields sent.',
    request: { name: 'Biscuit', temperament: ['playful', 'gentle'] },
  },
  'admin.deleteDog': { errors: { 404: 'No such dog' } },
  'admin.setOwner': {
    errors: { 404: 'No such dog, or no such user', 409: 'The user has 50 dogs already' },
    request: { userId: OTHER_ID },
  },
  'admin.impersonate': {
    errors: { 403: 'You are no admin, or use a token, which cannot impersonate', 404: 'No such dog' },
  },
  'admin.stopImpersonation': {},
  'admin.deleteUsers': {
    errors: { 404: 'One of them does not exist: nobody was deleted' },
    request: { userIds: [OTHER_ID] },
  },
  'admin.audit': {},
  'tokens.list': { description: `At most 50. ${SMALL}` },
  'tokens.create': {
    errors: {
      403: 'Made with a token, or admin rights asked for by who has none',
      409: 'You have 50 tokens already',
    },
    request: { name: 'feeder on the porch', isAdmin: false },
  },
  'tokens.revoke': {
    errors: { 404: 'You have no such token' },
    description: 'It works at once; sockets opened with it close with 4401.',
  },
}

interface ParameterDetails {
  description: string
  example?: unknown
}

const LIST_CURSOR = 'The X-Next-Cursor of the page before'

/** What the document says of parameters, by name. */
export const PARAMETERS: Record<string, ParameterDetails> = {
  distance: { description: 'At most so many km away', example: 10 },
  ageMin: { description: 'In years, inclusive', example: 1 },
  ageMax: { description: 'In years, inclusive; absent: no bound', example: 8 },
  sizes: { description: 'Any of those named, joined by commas', example: ['small', 'medium'] },
  temperaments: { description: 'Any of those named, joined by commas', example: ['playful', 'calm'] },
  limit: { description: 'How many to answer at most' },
  cursor: { description: LIST_CURSOR },
  whenTs: {
    description: 'When the playdate would begin: ISO 8601 with an offset or Z',
    example: '2030-06-01T16:00:00Z',
  },
  exceptId: { description: 'A playdate to leave out: the one that would begin then' },
  before: { description: 'A message’s id: those older than it' },
  after: { description: 'A message’s id: those newer than it' },
  query: { description: 'How the city’s name starts', example: 'Portl' },
  search: { description: 'Words to be found in names and e-mails' },
  sort: { description: 'The order' },
  id: { description: 'Its id', example: ID },
  dogId: { description: 'The dog’s id', example: ID },
  userId: { description: 'The user’s id', example: ID },
  state: { description: 'Which of them', example: 'open' },
  photoId: { description: 'The photo’s id', example: ID },
  matchId: { description: 'The match’s id', example: ID },
}
