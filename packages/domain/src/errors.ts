import { BLOCKS_MAX } from './block.ts'
import { DOGS_PER_USER } from './dog.ts'
import { PUSH_ENDPOINTS_MAX } from './notification.ts'
import { SUGGESTIONS_PER_MONTH, SUGGESTIONS_WAITING } from './parks.ts'
import { PASSKEYS_PER_USER } from './passkey.ts'
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTOS_PER_DOG } from './photo.ts'
import { OPEN_PROPOSALS_MAX, PHRASES_PER_SIDE } from './playdate.ts'
import { CASE_KEPT_DAYS, CASE_NOTES_MAX, TEMPLATES_MAX } from './report.ts'
import { SEARCHES_PER_USER } from './search.ts'
import { SKIPS_MAX } from './skip.ts'
import { SOCKETS_PER_USER } from './socket.ts'
import { TOKENS_PER_USER } from './token.ts'
import { WALKS_PER_OWNER } from './walk.ts'
import { WEBHOOKS_PER_USER } from './webhook.ts'

/** Each `code` of an error, and its HTTP status. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** The code of a 403 that refuses a suspended account. Its answer contains the end of the suspension. */
export const SUSPENDED = 'SUSPENDED'
type AnswerCode = ErrorCode | typeof SUSPENDED
export const ANSWER_CODES: [AnswerCode, ...AnswerCode[]] = [SUSPENDED, ...(Object.keys(ERROR_STATUS) as ErrorCode[])]

export interface Refusal {
  code: ErrorCode
  /** For people. It may change, and a call may replace it with a more detailed one. */
  message: string
  /** The field of the input that is wrong, where it is the same for every call. */
  path?: string
}

const MEGABYTE = 1024 * 1024

/**
 * Every cause of a refusal, by its stable word for scripts. A new cause is one line here; existing words never change.
 */
export const REFUSALS = {
  'invalid-input': { code: 'BAD_REQUEST', message: 'The input is invalid' },
  'malformed-request': { code: 'BAD_REQUEST', message: 'This request cannot be read' },
  'headers-too-large': { code: 'BAD_REQUEST', message: 'The address or the headers are too long' },
  'malformed-json': { code: 'BAD_REQUEST', message: 'The body is not valid JSON' },
  'malformed-upload': { code: 'BAD_REQUEST', message: 'The upload is incomplete or malformed' },
  'unknown-parameter': { code: 'BAD_REQUEST', message: 'This call does not take such a parameter in its address' },
  'unknown-cursor': {
    code: 'BAD_REQUEST',
    message: 'This cursor is not known any more: start from the first page',
    path: 'cursor',
  },
  'unknown-message': { code: 'BAD_REQUEST', message: 'There is no such message in this match' },
  'not-in-future': { code: 'BAD_REQUEST', message: 'Please choose a time in the future' },
  'own-bark': { code: 'BAD_REQUEST', message: 'A dog cannot bark at itself', path: 'toDogId' },
  'own-dog': { code: 'BAD_REQUEST', message: 'This is your own dog', path: 'dogId' },
  'other-photo': { code: 'BAD_REQUEST', message: 'This is not a photo of this dog', path: 'photoIds' },
  'wrong-action': {
    code: 'BAD_REQUEST',
    message: 'Appeals are upheld or reversed; reports are decided in the other ways',
    path: 'action',
  },
  'smaller-reach': { code: 'BAD_REQUEST', message: 'It can only reach further', path: 'reach' },
  'own-lost-dog': { code: 'BAD_REQUEST', message: 'This is the search for your own dog' },
  'own-account': { code: 'BAD_REQUEST', message: 'You cannot suspend or delete yourself', path: 'action' },
  'deletes-yourself': { code: 'BAD_REQUEST', message: 'You cannot delete yourself', path: 'userIds' },
  'is-admin': {
    code: 'BAD_REQUEST',
    message: 'An admin cannot delete their account. Have your admin rights revoked first',
  },
  'dead-link': {
    code: 'BAD_REQUEST',
    message: 'This link no longer works. A link works once, and only for a while. Please ask for a new one.',
    path: 'token',
  },

  'not-signed-in': { code: 'UNAUTHORIZED', message: 'Please log in' },
  'token-unknown': { code: 'UNAUTHORIZED', message: 'This token is unknown, or was revoked' },
  'token-expired': { code: 'UNAUTHORIZED', message: 'This token has expired' },
  'wrong-credentials': { code: 'UNAUTHORIZED', message: 'Wrong e-mail or password' },
  'account-changed': {
    code: 'UNAUTHORIZED',
    message: 'The account changed while you were signing in. Please log in again.',
  },

  'passkey-refused': { code: 'UNAUTHORIZED', message: 'This passkey did not work here. Please try again' },
  'passkey-locked': {
    code: 'UNAUTHORIZED',
    message: 'This passkey is locked, because it may have been copied. Log in another way, and remove it',
  },

  'foreign-site': { code: 'FORBIDDEN', message: 'This request came from another site' },
  'signup-by-invite': {
    code: 'FORBIDDEN',
    message: 'You need an invitation code to join. The people who run this yard give them out',
  },
  'signup-closed': { code: 'FORBIDDEN', message: 'This yard takes no new members at the moment' },
  'not-admin': { code: 'FORBIDDEN', message: 'Only admins may do this' },
  'acting-as-another-dog': { code: 'FORBIDDEN', message: "Not while you act as somebody else's dog" },
  token: { code: 'FORBIDDEN', message: 'A token cannot do this. Sign in instead' },
  scope: { code: 'FORBIDDEN', message: 'This token may not do this: it lacks the scope' },
  demo: { code: 'FORBIDDEN', message: 'The demo’s accounts stay as they are' },
  'wrong-password': { code: 'FORBIDDEN', message: 'Wrong password' },
  'sign-in-again': {
    code: 'FORBIDDEN',
    message: 'Please log out and sign in again first: this needs a sign-in within the last 10 minutes',
  },
  'passkey-required': { code: 'FORBIDDEN', message: 'This needs a sign-in with a passkey' },
  suspended: {
    code: 'FORBIDDEN',
    message: 'Your account is suspended. The notices say why, and how to appeal.',
  },
  'dog-hidden': {
    code: 'FORBIDDEN',
    message: 'A moderator has hidden this dog. You can read as this dog, but not bark, write or plan playdates.',
  },
  unverified: { code: 'FORBIDDEN', message: 'Please confirm your e-mail address first. The settings send you a mail' },
  'not-your-dog': { code: 'FORBIDDEN', message: 'This is not your dog' },
  'not-your-photo': { code: 'FORBIDDEN', message: 'This is not a photo of your dog' },
  'not-invited': { code: 'FORBIDDEN', message: 'Only the other dog can answer this playdate' },
  'not-host': { code: 'FORBIDDEN', message: 'Only the host can change this walk' },
  'own-change': { code: 'FORBIDDEN', message: 'Only the other dog can accept this change. You can take it back' },

  'demo-off': { code: 'NOT_FOUND', message: 'The demo is off' },
  'address-not-found': { code: 'NOT_FOUND', message: 'There is nothing at this address' },
  'account-not-found': { code: 'NOT_FOUND', message: 'Account not found' },
  'dog-not-found': { code: 'NOT_FOUND', message: 'Dog not found' },
  'match-not-found': { code: 'NOT_FOUND', message: 'Match not found' },
  'block-not-found': { code: 'NOT_FOUND', message: 'Block not found' },
  'calendar-not-found': { code: 'NOT_FOUND', message: 'Calendar not found' },
  'browser-not-found': { code: 'NOT_FOUND', message: 'Browser not found' },
  'notice-not-found': { code: 'NOT_FOUND', message: 'Notice not found' },
  'notification-not-found': { code: 'NOT_FOUND', message: 'Notification not found' },
  'park-not-found': { code: 'NOT_FOUND', message: 'Park not found' },
  'passkey-not-found': { code: 'NOT_FOUND', message: 'Passkey not found' },
  'password-not-found': { code: 'NOT_FOUND', message: 'Password not found' },
  'photo-not-found': { code: 'NOT_FOUND', message: 'Photo not found' },
  'lost-not-found': { code: 'NOT_FOUND', message: 'Search not found' },
  'sighting-not-found': { code: 'NOT_FOUND', message: 'Sighting not found' },
  'playdate-not-found': { code: 'NOT_FOUND', message: 'Playdate not found' },
  'report-not-found': { code: 'NOT_FOUND', message: 'Report not found' },
  'search-not-found': { code: 'NOT_FOUND', message: 'Search not found' },
  'session-not-found': { code: 'NOT_FOUND', message: 'Session not found' },
  'template-not-found': { code: 'NOT_FOUND', message: 'Template not found' },
  'skip-not-found': { code: 'NOT_FOUND', message: 'Skip not found' },
  'token-not-found': { code: 'NOT_FOUND', message: 'Token not found' },
  'user-not-found': { code: 'NOT_FOUND', message: 'User not found' },
  'verification-not-found': { code: 'NOT_FOUND', message: 'Verification not found' },
  'evidence-not-found': { code: 'NOT_FOUND', message: 'Evidence not found' },
  'webhook-not-found': { code: 'NOT_FOUND', message: 'Webhook not found' },
  'walk-not-found': { code: 'NOT_FOUND', message: 'Walk not found' },
  'deleted-meanwhile': { code: 'NOT_FOUND', message: 'This was deleted just now' },

  'wrong-method': { code: 'METHOD_NOT_SUPPORTED', message: 'This address takes other methods: see the header Allow' },

  'no-active-dog': { code: 'CONFLICT', message: 'Choose an active dog first' },
  'unowned-dog': { code: 'CONFLICT', message: 'Nobody owns this dog yet' },
  'blocks-full': {
    code: 'CONFLICT',
    message: `You can block at most ${BLOCKS_MAX} owners. Undo one in the settings first.`,
  },
  'skips-full': {
    code: 'CONFLICT',
    message: `A dog can leave out at most ${SKIPS_MAX} others. Undo one in the settings first.`,
  },
  'dogs-full': { code: 'CONFLICT', message: `You can have at most ${DOGS_PER_USER} dogs` },
  'photos-full': { code: 'CONFLICT', message: `A dog can have at most ${PHOTOS_PER_DOG} photos` },
  'photos-changed': {
    code: 'CONFLICT',
    message: "This dog's photos have changed. Look again, then put them in order",
  },
  'passkeys-full': { code: 'CONFLICT', message: `You can have at most ${PASSKEYS_PER_USER} passkeys` },
  'passkey-taken': { code: 'CONFLICT', message: 'This passkey is already in use' },
  'no-passkey': { code: 'CONFLICT', message: 'Add a passkey first' },
  'last-passkey': {
    code: 'CONFLICT',
    message: 'This is the last passkey that works, and your account requires one. Stop requiring one first',
  },
  'tokens-full': { code: 'CONFLICT', message: `You can have at most ${TOKENS_PER_USER} tokens` },
  'already-answered': { code: 'CONFLICT', message: 'This playdate has already been answered' },
  'already-declined': { code: 'CONFLICT', message: 'This playdate was declined' },
  'already-cancelled': { code: 'CONFLICT', message: 'This playdate was already cancelled' },
  'no-change': { code: 'CONFLICT', message: 'There is no change to answer. It may have been taken back' },
  'same-terms': { code: 'CONFLICT', message: 'The playdate already has this time, park and title' },
  'time-passed': { code: 'CONFLICT', message: 'That time has passed. Suggest another one' },
  'has-begun': { code: 'CONFLICT', message: 'This playdate has begun' },
  'not-begun': { code: 'CONFLICT', message: 'This playdate has not begun yet' },
  'not-accepted': { code: 'CONFLICT', message: 'This playdate has not been accepted' },
  'outside-window': {
    code: 'CONFLICT',
    message: 'You can say this from an hour before the start until an hour after it',
  },
  'not-taken-back': { code: 'CONFLICT', message: 'This can be taken back for a minute' },
  'outside-phrase-window': {
    code: 'CONFLICT',
    message: 'You can say this from a day before the start until an hour after it',
  },
  'phrases-full': {
    code: 'CONFLICT',
    message: `Each side can say ${PHRASES_PER_SIDE} things about a playdate. Write in the chat instead.`,
  },
  'recap-closed': { code: 'CONFLICT', message: 'A recap can be given for 14 days' },
  'stale-revision': { code: 'CONFLICT', message: 'This playdate has changed. Please look at it again' },
  'proposals-full': {
    code: 'CONFLICT',
    message: `There are ${OPEN_PROPOSALS_MAX} open proposals in this match. Please wait for an answer.`,
  },
  'walk-full': { code: 'CONFLICT', message: 'This walk is full' },
  'walks-full': {
    code: 'CONFLICT',
    message: `You can host at most ${WALKS_PER_OWNER} walks to come. Call one off first.`,
  },
  'too-old': { code: 'CONFLICT', message: 'This walk is for puppies, up to 1 year old' },
  'not-a-series': { code: 'CONFLICT', message: 'This walk does not repeat' },
  'wrong-size': { code: 'CONFLICT', message: 'This walk is for dogs of a different size' },
  'host-stays': { code: 'CONFLICT', message: 'You host this walk. Call it off instead' },
  'not-on-walk': { code: 'CONFLICT', message: 'Join this walk first' },
  'webhooks-full': {
    code: 'CONFLICT',
    message: `You can have at most ${WEBHOOKS_PER_USER} webhooks. Delete one first.`,
  },
  'searches-full': {
    code: 'CONFLICT',
    message: `You can save at most ${SEARCHES_PER_USER} searches. Delete one first.`,
  },
  'no-place': { code: 'CONFLICT', message: 'Add your city or location first' },
  'park-closed': { code: 'CONFLICT', message: 'This park was closed. Please choose another one' },
  'built-in-park': {
    code: 'CONFLICT',
    message: 'This park is there in every installation. It cannot be closed, renamed or moved',
  },
  'stale-park': { code: 'CONFLICT', message: 'This park has changed. Look again before you change it' },
  'park-not-open': { code: 'CONFLICT', message: 'This park is not open' },
  'suggestion-decided': { code: 'CONFLICT', message: 'This suggestion has already been decided' },
  'suggestions-full': {
    code: 'CONFLICT',
    message: `At most ${SUGGESTIONS_WAITING} parks that you suggested can wait, and you can suggest ${SUGGESTIONS_PER_MONTH} in 30 days`,
  },
  'refused-before': { code: 'CONFLICT', message: 'A park that was suggested here before was refused' },
  'already-decided': { code: 'CONFLICT', message: 'This case has already been decided' },
  'party-of-case': {
    code: 'FORBIDDEN',
    message: 'You are reported in this case, or reported it. Another admin decides it',
  },
  'last-admin': { code: 'CONFLICT', message: 'You are the only admin. Make somebody else one first' },
  'another-admin': { code: 'CONFLICT', message: 'Another admin has to decide this case' },
  'stale-case': {
    code: 'CONFLICT',
    message: 'Something was added to this case. Read it again before you decide',
  },
  'no-photo': { code: 'CONFLICT', message: 'Add a photo of this dog first, so that people know what it looks like' },
  'email-not-verified': {
    code: 'CONFLICT',
    message: 'Please confirm your e-mail address first. The settings send you a mail',
  },
  'already-lost': { code: 'CONFLICT', message: 'There is a search for this dog already' },
  'too-early': { code: 'CONFLICT', message: 'It is too early for this. 10 km from 2 hours, 25 km from 24 hours' },
  'case-closed': { code: 'CONFLICT', message: 'This search is not open' },
  'stale-lost': { code: 'CONFLICT', message: 'This search has changed. Please look at it again' },
  'verification-closed': { code: 'CONFLICT', message: 'This has already been decided, or was taken back' },
  'no-evidence': { code: 'CONFLICT', message: 'The owner has not sent a photo yet' },
  'stale-verification': { code: 'CONFLICT', message: 'Something changed here. Look again before you decide' },
  'no-owner': { code: 'CONFLICT', message: 'Nobody owns this dog now' },
  'dog-gone': { code: 'CONFLICT', message: 'This dog is gone' },
  'already-appealed': { code: 'CONFLICT', message: 'You have already appealed against this decision' },
  'appeal-too-late': {
    code: 'CONFLICT',
    message: `An appeal is possible within ${CASE_KEPT_DAYS} days of the decision`,
  },
  'case-notes-full': { code: 'CONFLICT', message: `A case can have at most ${CASE_NOTES_MAX} notes` },
  'templates-full': { code: 'CONFLICT', message: `There can be at most ${TEMPLATES_MAX} templates` },
  claimed: { code: 'CONFLICT', message: 'Another admin is working on this case' },
  'already-verified': { code: 'CONFLICT', message: 'Your address is already confirmed' },
  'endpoints-full': {
    code: 'CONFLICT',
    message: `You already get notifications in ${PUSH_ENDPOINTS_MAX} browsers. Turn them off in one that you no longer use.`,
  },
  'no-browser': {
    code: 'CONFLICT',
    message: 'None of your browsers gets notifications yet. Turn them on in this one first.',
  },
  'email-taken': { code: 'CONFLICT', message: 'Another account has this address' },

  'idempotency-key-in-use': {
    code: 'CONFLICT',
    message: 'The first call with this Idempotency-Key is still running. Please try again in a moment.',
  },
  'idempotency-key-reused': {
    code: 'UNPROCESSABLE_CONTENT',
    message: 'This Idempotency-Key was already used for another request',
  },

  'body-too-large': { code: 'PAYLOAD_TOO_LARGE', message: 'The body is too large' },
  'photo-too-large': {
    code: 'PAYLOAD_TOO_LARGE',
    message: `This photo is larger than ${PHOTO_MAX_BYTES / MEGABYTE} MB`,
  },
  'too-many-pixels': {
    code: 'PAYLOAD_TOO_LARGE',
    message: `This photo has more than ${PHOTO_MAX_PIXELS / 1_000_000} megapixels. Please choose a smaller one.`,
  },

  'wrong-content-type': { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send application/json' },
  'not-a-photo': { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Please choose a JPG, PNG, or WebP photo' },

  'too-many-requests': { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again in 12 s.' },
  'too-many-connections': { code: 'TOO_MANY_REQUESTS', message: `At most ${SOCKETS_PER_USER} connections at once` },
  'too-many-uploads': {
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many photos at once. Please wait for the others.',
  },

  'server-fault': { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong' },

  'database-away': {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database cannot be reached. Please try again in a moment.',
  },
  'too-busy': { code: 'SERVICE_UNAVAILABLE', message: 'The server is too busy. Please try again in a moment.' },
  'photos-away': {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The photos cannot be reached. Please try again in a moment.',
  },
  'no-mail': {
    code: 'SERVICE_UNAVAILABLE',
    message: 'This installation sends no mail. Please ask whoever runs it for help.',
  },
  restarting: { code: 'SERVICE_UNAVAILABLE', message: 'The server is restarting. Please try again.' },
} as const satisfies Record<string, Refusal>

export type ErrorReason = keyof typeof REFUSALS
export const ERROR_REASONS = Object.keys(REFUSALS) as [ErrorReason, ...ErrorReason[]]
export const isErrorReason = (value: unknown): value is ErrorReason =>
  typeof value === 'string' && Object.hasOwn(REFUSALS, value)
