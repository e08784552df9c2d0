import { createHash } from 'node:crypto'
import { DISTANCE_DEFAULT } from '@barkyard/domain/sniff'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { crowdId, fillCrowd } from '../testing/plans-data.ts'
import { type Db, openDatabase, type Statement } from './open.ts'
import {
  changeEmail,
  endOtherSessions,
  endOwnSession,
  isEmailTaken,
  listSessions,
  renameUser,
  setPassword,
} from './queries/account.ts'
import { findLink, openLink, sweepLinks, useLink, verifyEmail } from './queries/account-links.ts'
import { listDogs, listDogsOf, listUsers, selectUsers } from './queries/admin.ts'
import { listAudit, sweepAudit, writeAudit } from './queries/audit.ts'
import { blockOwner, findDogToKeepAway, listBlocks, undoBlock } from './queries/blocks.ts'
import {
  calendarEntries,
  calendarFeedSince,
  closeCalendarFeed,
  findCalendarEntry,
  openCalendarFeed,
} from './queries/calendar.ts'
import { findCaseDetails } from './queries/case-details.ts'
import { claimCase } from './queries/case-lock.ts'
import { decideCase } from './queries/decide-case.ts'
import {
  decide,
  findEndpoint,
  findToMail,
  findToPush,
  isReminderTrue,
  noteMailed,
  putMailJobs,
  putPushJobs,
  undecided,
} from './queries/deliveries.ts'
import { dueDigests, nextDigests, takeForDigest } from './queries/digests.ts'
import { activateDog, createDog, deleteDog, dogsOfUser, editDog, findDog } from './queries/dogs.ts'
import { endMatch } from './queries/end-match.ts'
import { impersonateDog, stopImpersonating } from './queries/impersonation.ts'
import { claimJobs, finishJob, giveUpJob, nextJobAt, postponeJob, putJob, sweepJobs } from './queries/jobs.ts'
import { findKeptPhoto, isKeptByReport, renameKeptPhoto } from './queries/kept-photos.ts'
import { countUnread, countUnreadByDog, findMatch, listMatches, openMatch } from './queries/matches.ts'
import { listMessages, storeMessages } from './queries/messages.ts'
import { findStored, messagesInGaps, messagesSince } from './queries/missed-messages.ts'
import { listCases } from './queries/moderation-queue.ts'
import { listNotices, storeAppeal } from './queries/notices.ts'
import { countUnseen, listNotifications, sweepNotifications } from './queries/notifications.ts'
import { notifyOtherSide, notifyUser } from './queries/notify.ts'
import { insertReminders } from './queries/notify-reminders.ts'
import { deleteUsers, setOwner } from './queries/ownership.ts'
import {
  forgetCopiedPhotos,
  forgetRemovedPhotos,
  giveUpPhotoKey,
  giveUpPhotoKeysOf,
  goneCopiedPhotos,
  noteCopiedPhotos,
  notePhotoKeys,
  photoKeysAfter,
  removedPhotoKeys,
} from './queries/photo-keys.ts'
import { addPhoto, deletePhoto, focusPhoto, orderPhotos } from './queries/photos.ts'
import { countPending, listPastPlaydates, listPlaydates, overlappingPlaydates } from './queries/playdate-lists.ts'
import { movePlaydate, recapPlaydate } from './queries/playdate-moves.ts'
import { dueReminders } from './queries/playdate-reminders.ts'
import { createPlaydate, ownersOf } from './queries/playdates.ts'
import { editPreferences, findPreferences, turnMailOff } from './queries/preferences.ts'
import { noteHidden, noteSeen, noteVisible } from './queries/presence.ts'
import { addEndpoint, forgetEndpoint, keepVapidKeys, listEndpoints, removeEndpoint } from './queries/push-endpoints.ts'
import { listReports, storeReport } from './queries/reports.ts'
import { markSeen, seeSome, seeUpTo } from './queries/seen.ts'
import {
  createSession,
  endSession,
  findSession,
  findSessions,
  sessionStartedAt,
  sweepSessions,
  touchSession,
} from './queries/sessions.ts'
import { findSearcher, type SniffSearch, sniffPage } from './queries/sniff.ts'
import { sweepCases } from './queries/sweep-cases.ts'
import { createToken, deleteToken, findTokenCaller, listTokens } from './queries/tokens.ts'
import { findUser, findUserByEmail, updatePlace } from './queries/users.ts'
import { inTransaction } from './transaction.ts'

const SEARCH: SniffSearch = {
  ownerId: crowdId.user(1),
  dogId: crowdId.dog(1),
  cell: 9050 * 36000 + 18050,
  distance: DISTANCE_DEFAULT,
  ageMin: 0,
  ageMax: 15,
  sizes: ['small', 'medium'],
  temperaments: ['calm', 'playful'],
  limit: 50,
}
const A_DOG = {
  name: 'Ada',
  breed: 'Corgi',
  size: 'small',
  sex: 'male',
  ageYears: 3,
  temperament: [],
  bio: null,
} as const
const now = new Date()
const inTwoDays = new Date(now.getTime() + 2 * 86_400_000)
const CALENDAR_HASH = createHash('sha256').update('401').digest()
const A_REMINDER = {
  ...{
    userId: crowdId.user(1),
    playdateId: crowdId.playdate(1),
    when: now,
    lead: 'day' as const,
    parkName: 'Dolores Park',
  },
  ...{ dog: { id: crowdId.dog(1), name: 'Ada' }, otherDog: { id: crowdId.dog(2), name: 'Bo' }, notes: '' },
}
const list = { limit: 50, sort: 'name' } as const
const [user, dog, match] = [crowdId.user(1), crowdId.dog(1), crowdId.match(1)]
const viewer = { userId: user, dogId: dog }

interface Feature {
  call: (db: Db) => Promise<unknown>
  /** The most rows that all its statements together may read. */
  rows: number
  /** Whether it may scan a table from its end, because it stops soon. */
  stopsSoon?: boolean
}
const of = (rows: number, call: (db: Db) => Promise<unknown>, more: Partial<Feature> = {}): Feature => ({
  call,
  rows,
  ...more,
})

const decideAs = (db: Db, caseId: string, action: 'hide-dog' | 'reverse') =>
  inTransaction(db, trx =>
    decideCase(trx, {
      ...{ caseId, action, statement: 'Because', version: 1, photoIds: [], until: null },
      ...{ adminId: crowdId.user(2), now },
    }),
  )

/** Every query of the app by feature, with the number of rows that it may read: its page, never the table. */
const FEATURES: Record<string, Record<string, Feature>> = {
  sniff: {
    'the first page': of(4 * 50, db => sniffPage(db, SEARCH)),
    'the next page': of(5 * 50, db => sniffPage(db, { ...SEARCH, after: crowdId.dog(5051) })),
    'a page with its count': of(5_100, db => sniffPage(db, { ...SEARCH, countTo: 1000 })),
    'without a place': of(5_100, db => sniffPage(db, { ...SEARCH, cell: null, countTo: 1000 }), { stopsSoon: true }),
    'where to look from': of(1, db => findSearcher(db, user)),
  },
  dogs: {
    mine: of(5, db => dogsOfUser(db, user)),
    one: of(2, db => findDog(db, dog, null)),
    'one of others': of(5, db => findDog(db, dog, { userId: crowdId.user(2), dogId: crowdId.dog(2) })),
    create: of(20, db => createDog(db, user, { ...A_DOG, temperament: [] }, 50)),
    activate: of(10, db => activateDog(db, viewer, dog, crowdId.session(1))),
    'create again': of(20, db => createDog(db, user, { ...A_DOG, temperament: [], clientId: `draft ${dog}` }, 50)),
    edit: of(1_300, db => inTransaction(db, trx => editDog(trx, dog, viewer, { ageYears: 4 }))),
    delete: of(20, db => inTransaction(db, trx => deleteDog(trx, crowdId.dog(90_000), null))),
  },
  photos: {
    note: of(5, db => notePhotoKeys(db, ['a-new-key'])),
    add: of(1_300, db => addPhoto(db, { dogId: dog, key: 'a-new-key', focus: null }, viewer, 6)),
    focus: of(30, db => inTransaction(db, trx => focusPhoto(trx, crowdId.photo(7), null, { x: 0.5, y: 0.5 }))),
    'give up': of(5, db => giveUpPhotoKey(db, 'key-7')),
    'give up old': of(5, db => giveUpPhotoKeysOf(db, new Date(0))),
    delete: of(20, db => inTransaction(db, trx => deletePhoto(trx, crowdId.photo(7), null))),
    order: of(30, db => inTransaction(db, trx => orderPhotos(trx, crowdId.dog(7), null, [crowdId.photo(7)]))),
    removed: of(110, db => removedPhotoKeys(db, 100)),
    forget: of(5, db => forgetRemovedPhotos(db, ['key-7'])),
    'keys after': of(210, db => photoKeysAfter(db, 'key-1', 100)),
    'note copied': of(5, db => noteCopiedPhotos(db, ['key-1'])),
    'gone copied': of(110, db => goneCopiedPhotos(db, 100)),
    'forget copied': of(5, db => forgetCopiedPhotos(db, ['key-1'])),
  },
  matches: {
    list: of(4 * 300, db => listMatches(db, dog, { limit: 500 })),
    'first page': of(4 * 51, db => listMatches(db, dog, { limit: 50 })),
    'next page': of(700, db => listMatches(db, dog, { limit: 50, cursor: crowdId.match(7) })),
    one: of(5, db => findMatch(db, dog, match)),
    unread: of(620, db => countUnread(db, dog)),
    'unread by dog': of(930, db => countUnreadByDog(db, user)),
    open: of(20, db => openMatch(db, crowdId.dog(3000), crowdId.dog(3001))),
  },
  messages: {
    newest: of(20, db => listMessages(db, dog, { matchId: match, limit: 200 })),
    before: of(20, db => listMessages(db, dog, { matchId: match, limit: 200, before: crowdId.message(3) })),
    after: of(20, db => listMessages(db, dog, { matchId: match, limit: 200, after: crowdId.message(3) })),
    store: of(20, db => storeMessages(db, [{ matchId: match, senderDogId: dog, body: 'woof!', clientId: 'new' }])),
    'mark seen': of(20, db => markSeen(db, dog, match, { now, peek: false })),
    since: of(5_000, db => messagesSince(db, { userIds: [crowdId.user(400)], dogIds: [], ageMs: 1000, limit: 2000 })),
    'in gaps': of(50, db => messagesInGaps(db, [{ matchId: match, after: 1, before: 4, ageMs: 1e9 }])),
    stored: of(20, db => findStored(db, [{ matchId: match, id: crowdId.message(1) }])),
  },
  blocks: {
    block: of(3_000, db => blockOwner(db, viewer, crowdId.dog(50_001), { now, atMost: 5000 })),
    'to keep away': of(5, db => findDogToKeepAway(db, viewer, crowdId.dog(50_002))),
    list: of(2_000, db => listBlocks(db, crowdId.user(2), { limit: 200 })),
    'next page': of(3_000, db => listBlocks(db, crowdId.user(2), { limit: 200, cursor: crowdId.block(1) })),
    undo: of(2_000, db => undoBlock(db, crowdId.user(2), crowdId.block(2))),
    'end a match': of(40, db =>
      endMatch(db, { userId: crowdId.user(400), dogId: crowdId.dog(400) }, crowdId.match(400), now),
    ),
  },
  playdates: {
    list: of(3 * 201, db => listPlaydates(db, dog, { now, limit: 200 })),
    'first page': of(3 * 51, db => listPlaydates(db, dog, { now, limit: 50 })),
    'next page': of(4 * 51, db => listPlaydates(db, dog, { now, limit: 50, cursor: crowdId.playdate(100) })),
    'of a match': of(10, db => listPlaydates(db, dog, { now, matchId: match, limit: 200 })),
    'of a match, next page': of(10, db =>
      listPlaydates(db, dog, { now, matchId: match, limit: 200, cursor: crowdId.playdate(1) }),
    ),
    pending: of(10, db => countPending(db, crowdId.dog(50_900), now)),
    create: of(20, db =>
      createPlaydate(db, dog, { matchId: match, whenTs: now.toISOString(), parkName: 'Dolores Park' }, now),
    ),
    answer: of(20, db =>
      movePlaydate(db, crowdId.dog(50_400), crowdId.playdate(400), { type: 'answer', accept: true }, { now }),
    ),
    past: of(3 * 51, db => listPastPlaydates(db, dog, { now: inTwoDays, limit: 50 })),
    'past, next page': of(4 * 51, db =>
      listPastPlaydates(db, dog, { now: inTwoDays, limit: 50, cursor: crowdId.playdate(200) }),
    ),
    overlapping: of(50, db =>
      overlappingPlaydates(db, crowdId.dog(50_900), { when: now, exceptId: crowdId.playdate(1), now }),
    ),
    recap: of(20, db =>
      recapPlaydate(db, crowdId.dog(50_401), crowdId.playdate(401), { met: true, again: true }, { now: inTwoDays }),
    ),
    'due reminders': of(6 * 100, db => dueReminders(db, { now: inTwoDays, limit: 100 })),
    owners: of(10, db => ownersOf(db, [dog, crowdId.dog(2)])),
  },
  notifications: {
    list: of(5 * 51, db => listNotifications(db, user, { limit: 50, now })),
    'next page': of(5 * 51, db =>
      listNotifications(db, user, { limit: 50, now, cursor: crowdId.notification(20_001) }),
    ),
    unseen: of(1_000, db => countUnseen(db, user)),
    'see some': of(10, db => seeSome(db, user, [crowdId.notification(8)], now)),
    'see up to': of(300, db => seeUpTo(db, user, crowdId.notification(20_001), now)),
    'insert reminders': of(20, db => insertReminders(db, [A_REMINDER], now)),
    sweep: of(5, db => sweepNotifications(db, new Date(0))),
    'notify a user': of(10, db => notifyUser(db, { event: 'password-changed', details: {}, userId: user }, now)),
    'notify the other side': of(10, db =>
      notifyOtherSide(db, { event: 'bark', details: {}, matchId: match, byDogId: dog }, now),
    ),
    undecided: of(200, db => inTransaction(db, trx => undecided(trx, 'push', now, 20))),
    decide: of(10, db => inTransaction(db, trx => decide(trx, 'mail', [{ id: crowdId.notification(1), until: null }]))),
    'put pushes': of(10, db =>
      inTransaction(db, trx => putPushJobs(trx, [{ id: crowdId.notification(1), dueAt: now }], now)),
    ),
    'put mails': of(10, db =>
      inTransaction(db, trx => putMailJobs(trx, [{ id: crowdId.notification(1), userId: user, dueAt: now }], now)),
    ),
    'find to mail': of(10, db => findToMail(db, crowdId.notification(1))),
    'find to push': of(12, db => findToPush(db, crowdId.notification(1), crowdId.endpoint(1))),
    'find an endpoint': of(5, db => findEndpoint(db, crowdId.endpoint(1), user)),
    'is a reminder true': of(5, db =>
      isReminderTrue(db, { playdateId: crowdId.playdate(1), whenTs: now.toISOString() }, now),
    ),
    'note mailed': of(5, db =>
      noteMailed(db, { id: crowdId.notification(1), matchId: match, dogId: dog }, crowdId.job(1)),
    ),
    preferences: of(5, db => findPreferences(db, user)),
    'edit preferences': of(10, db => editPreferences(db, user, { digest: 'daily' }, now)),
    'add an endpoint': of(30, db =>
      addEndpoint(
        db,
        { userId: user, sessionId: crowdId.session(1) },
        { endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' } },
        { now, atMost: 10 },
      ),
    ),
    'remove an endpoint': of(5, db => removeEndpoint(db, user, crowdId.endpoint(1))),
    'list endpoints': of(10, db => listEndpoints(db, user, crowdId.session(1))),
    'forget an endpoint': of(5, db => forgetEndpoint(db, { id: crowdId.endpoint(2), auth: 'auth' })),
    'keep keys': of(5, db => keepVapidKeys(db, () => ({ publicKey: 'public', privateKey: 'private' }))),
    'due digests': of(50, db => inTransaction(db, trx => dueDigests(trx, new Date(now.getTime() + 10_000), 20))),
    'next digests': of(10, db => inTransaction(db, trx => nextDigests(trx, [{ userId: user, at: now }]))),
    'take for a digest': of(500, db => takeForDigest(db, { userId: user, mailId: user, events: ['messages'] })),
    'turn mail off': of(10, db => turnMailOff(db, user, 'message', now)),
    'note seen': of(10, db => noteSeen(db, [[user, now]])),
    'note visible': of(10, db => noteVisible(db, [user], now, now)),
    'note hidden': of(5, db => noteHidden(db, user)),
  },
  auth: {
    'find a session': of(5, db => findSession(db, crowdId.session(1), new Date(0))),
    'find sessions': of(20, db => findSessions(db, [crowdId.session(1), crowdId.session(2)], new Date(0))),
    'start a session': of(5, db =>
      createSession(db, { userId: user, device: 'Chrome on Android', passwordHash: 'hash' }),
    ),
    'touch a session': of(5, db => touchSession(db, crowdId.session(1))),
    'end a session': of(5, db => endSession(db, crowdId.session(2))),
    'sweep sessions': of(5, db => sweepSessions(db, new Date(0))),
    'find by e-mail': of(2, db => findUserByEmail(db, 'Owner7@crowd.test')),
    'find a user': of(2, db => findUser(db, user)),
    move: of(20, db => inTransaction(db, trx => updatePlace(trx, user, place => ({ ...place, city: 'Elsewhere' })))),
    tokens: of(5, db => listTokens(db, user)),
    'create a token': of(20, db => createToken(db, user, { name: 'x', isAdmin: false, hash: Buffer.from('x') }, 20)),
    'delete a token': of(5, db => deleteToken(db, user, crowdId.user(1))),
    'find a token': of(5, db => findTokenCaller(db, Buffer.from('none'))),
  },
  account: {
    'open a link': of(20, db =>
      inTransaction(db, trx =>
        openLink(trx, {
          ...{ id: crowdId.link(30_000), userId: user, purpose: 'reset-password', email: 'owner1@crowd.test' },
          ...{ askedAt: now, expiresAt: now },
        }),
      ),
    ),
    'find a link': of(5, db => findLink(db, 'verify-email', crowdId.link(7), now)),
    'use a link': of(5, db => inTransaction(db, trx => useLink(trx, 'verify-email', crowdId.link(8), now))),
    'set a password': of(20, db =>
      inTransaction(db, trx =>
        setPassword(trx, { userId: user, passwordHash: 'hash', keepSessionId: crowdId.session(1) }),
      ),
    ),
    'other sessions': of(5, db => endOtherSessions(db, crowdId.user(9), null)),
    'own session': of(5, db => endOwnSession(db, crowdId.user(10), crowdId.session(10))),
    sessions: of(20, db => listSessions(db, user, { since: new Date(0), currentId: null, limit: 500 })),
    'when signed in': of(2, db => sessionStartedAt(db, crowdId.session(1))),
    rename: of(5, db => renameUser(db, user, { firstName: 'Robin' })),
    'is an address taken': of(2, db => isEmailTaken(db, 'owner7@crowd.test', user)),
    'change an address': of(5, db => inTransaction(db, trx => changeEmail(trx, user, 'new@crowd.test', now))),
    'sweep links': of(5, db => sweepLinks(db, new Date(0))),
    'verify an address': of(5, db =>
      inTransaction(db, trx => verifyEmail(trx, { id: '', userId: user, email: 'owner1@crowd.test' }, now)),
    ),
  },
  calendar: {
    open: of(5, db => openCalendarFeed(db, crowdId.user(30_001), Buffer.from('new'), now)),
    close: of(5, db => closeCalendarFeed(db, crowdId.user(7))),
    since: of(5, db => calendarFeedSince(db, crowdId.user(1))),
    feed: of(100, db => calendarEntries(db, CALENDAR_HASH, { since: now, limit: 1_000 })),
    one: of(20, db => findCalendarEntry(db, crowdId.dog(50_402), crowdId.playdate(402))),
  },
  jobs: {
    put: of(5, db => putJob(db, { kind: 'mail', payload: {}, key: 'new', userId: user, dueAt: now, createdAt: now })),
    claim: of(50, db =>
      claimJobs(db, { kind: 'mail', now: new Date(now.getTime() + 20_000), limit: 5, leaseId: user, leaseSeconds: 60 }),
    ),
    finish: of(5, db => finishJob(db, { id: crowdId.job(300), leaseId: user })),
    postpone: of(5, db => postponeJob(db, { id: crowdId.job(301), leaseId: user }, { dueAt: now, isFailure: true })),
    'give up': of(5, db => giveUpJob(db, { id: crowdId.job(302), leaseId: user }, now)),
    next: of(20, db => nextJobAt(db, 'mail')),
    sweep: of(5, db => sweepJobs(db, new Date(0))),
  },
  reports: {
    'report a dog': of(40, db =>
      inTransaction(db, trx =>
        storeReport(trx, {
          ...{ dogId: crowdId.dog(50_001), kind: 'rude', note: 'Because', now },
          ...{ reporterId: user, actingDogId: dog },
        }),
      ),
    ),
    'own reports': of(100, db => listReports(db, crowdId.user(20_001), { limit: 50, cursor: crowdId.case(1) })),
    queue: of(8 * 51, db => listCases(db, { state: 'open', limit: 50 }, { adminId: user, now }), { stopsSoon: true }),
    'queue, next page': of(
      9 * 51,
      db => listCases(db, { state: 'open', limit: 50, cursor: crowdId.case(100) }, { adminId: user, now }),
      { stopsSoon: true },
    ),
    'decided, next page': of(
      9 * 51,
      db => listCases(db, { state: 'decided', limit: 50, cursor: crowdId.case(20_000) }, { adminId: user, now }),
      { stopsSoon: true },
    ),
    'a case': of(30, db => findCaseDetails(db, crowdId.case(3), { adminId: user, now })),
    claim: of(10, db => inTransaction(db, trx => claimCase(trx, crowdId.case(4), { adminId: user, now }, now))),
    'decide reports': of(60, db => decideAs(db, crowdId.case(5), 'hide-dog')),
    'list notices': of(20, db =>
      listNotices(db, crowdId.user(10_001), { limit: 50, cursor: crowdId.decision(10_001) }),
    ),
    appeal: of(20, db =>
      inTransaction(db, trx =>
        storeAppeal(trx, { ownerId: crowdId.user(10_001), noticeId: crowdId.decision(10_001), text: 'No', now }),
      ),
    ),
    'decide an appeal': of(80, async db => {
      const { id } = await db
        .selectFrom('report_cases')
        .select('id')
        .where('appeal_of', '=', crowdId.decision(10_001))
        .executeTakeFirstOrThrow()
      await decideAs(db, id, 'reverse')
    }),
    'is a photo kept': of(2, db => isKeptByReport(db, 'key-7')),
    'a kept photo': of(2, db => findKeptPhoto(db, crowdId.case(7), crowdId.photo(7))),
    'rename a kept photo': of(5, db => renameKeptPhoto(db, 'key-7', 'a-new-key')),
    sweep: of(5, db => sweepCases(db, new Date(0))),
  },
  admin: {
    users: of(4 * 50, db => listUsers(db, list)),
    'users, next page': of(6 * 50, db => listUsers(db, { ...list, cursor: crowdId.user(100) })),
    'users by a search': of(500, db => listUsers(db, { ...list, limit: 5, search: 'crowd 3141' })),
    selection: of(5_000, db => selectUsers(db, user, 'crowd 3141', 10_000)),
    'all dogs': of(4 * 50, db => listDogs(db, list, { unowned: false })),
    'all dogs, next page': of(6 * 50, db => listDogs(db, { ...list, cursor: crowdId.dog(100) }, { unowned: false })),
    'dogs by a search': of(4_000, db => listDogs(db, { ...list, limit: 5, search: 'dog 3141' }, { unowned: false })),
    'unowned dogs': of(4 * 50, db => listDogs(db, list, { unowned: true })),
    'dogs of a user': of(10, db => listDogsOf(db, user)),
    'users by e-mail, next page': of(6 * 50, db =>
      listUsers(db, { limit: 50, sort: 'email', cursor: crowdId.user(100) }),
    ),
    audit: of(4 * 50, db => listAudit(db, { limit: 50 })),
    'sweep the audit log': of(5, db => sweepAudit(db, new Date(0))),
    note: of(10, db =>
      inTransaction(db, trx => writeAudit(trx, user, { action: 'impersonation-started', dogId: dog })),
    ),
    'hand over a dog': of(30, db => inTransaction(db, trx => setOwner(trx, crowdId.dog(9), crowdId.user(11), 50, now))),
    impersonate: of(10, db => inTransaction(db, trx => impersonateDog(trx, crowdId.session(1), crowdId.dog(5)))),
    'stop impersonating': of(10, db => stopImpersonating(db, crowdId.session(1))),
    'delete users': of(50, db => inTransaction(db, trx => deleteUsers(trx, [crowdId.user(30_000)]))),
  },
}

/** The admin's totals stop counting at a fixed number, so they may scan (queries/paging.ts). */
const COUNTED = /^SELECT count\(\*\)::int AS total FROM \([\s\S]* LIMIT 100000\) AS found$/

let db: Db
let url: string
let seen: Statement[] = []
beforeAll(async () => {
  ;({ url } = await createTestDatabase())
  await fillCrowd(url)
  db = openDatabase(url, { max: 1, onStatement: statement => seen.push(statement) })
}, 120_000)
afterAll(() => db.destroy())

const kept = new Map<Feature, Statement[]>()

/** The statements of a call, without those of its transaction. Each call is made once, because many change data. */
async function statementsOf(feature: Feature): Promise<Statement[]> {
  const known = kept.get(feature)
  if (known) return known
  seen = []
  await feature.call(db)
  const statements = seen.filter(({ sql }) => !/^(begin|commit|rollback)/i.test(sql))
  kept.set(feature, statements)
  return statements
}

const tidy = (sql: string) => sql.trim().replaceAll(/\n\s*/g, '\n  ')

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  /** Absent for inserts: they have run already and cannot run twice. */
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
// The test data has no blocks and no ended matches.
const SMALL = new Set([
  ...['vapid_keys', 'removed_photos', 'pending_photos', 'copied_photos', 'blocks', 'partings'],
  'row_counts',
])

const textOf = (value: unknown): string => {
  if (Array.isArray(value))
    return `{${value.map(one => (one === null ? 'NULL' : JSON.stringify(textOf(one)))).join(',')}}`
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return value instanceof Date ? value.toISOString() : String(value)
}

/** The generic plan of a prepared statement, which PostgreSQL makes without the values. */
async function planOf({ sql, parameters }: Statement): Promise<Node[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('BEGIN; SET LOCAL plan_cache_mode = force_generic_plan')
    await client.query(`PREPARE planned AS ${sql}`)
    const values = parameters.map(value => (value === null ? 'NULL' : client.escapeLiteral(textOf(value))))
    const execute = `EXECUTE planned${values.length > 0 ? ` (${values.join(', ')})` : ''}`
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE ${!/^\s*insert/i.test(sql)}, FORMAT JSON) ${execute}`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return plan ? nodes(plan) : []
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
}

const READS = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/
const looked = (plan: Node[]) =>
  plan
    .filter(node => READS.test(node['Node Type']))
    .reduce(
      (sum, node) =>
        sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
      0,
    )

for (const [feature, calls] of Object.entries(FEATURES)) {
  test(`the SQL of ${feature} is the one committed`, async () => {
    const parts: string[] = []
    for (const [name, call] of Object.entries(calls)) {
      const texts = (await statementsOf(call)).map(({ sql }) => `${tidy(sql)};`)
      parts.push(`-- ${name}\n${texts.join('\n')}\n`)
    }
    await expect(parts.join('\n')).toMatchFileSnapshot(`../sql/${feature}.sql`)
  })

  test.each(Object.entries(calls))(
    `${feature}, %s: no big table is scanned, the rows read are bounded`,
    async (_, feature) => {
      let sum = 0
      for (const statement of await statementsOf(feature)) {
        if (COUNTED.test(statement.sql)) continue
        const plan = await planOf(statement)
        const scanned = feature.stopsSoon
          ? []
          : plan.filter(node => node['Node Type'] === 'Seq Scan').map(node => node['Relation Name'] ?? '')
        expect({ sql: statement.sql, scanned: scanned.filter(table => !SMALL.has(table)) }).toMatchObject({
          scanned: [],
        })
        sum += looked(plan)
      }
      expect(sum).toBeLessThanOrEqual(feature.rows)
    },
  )
}
