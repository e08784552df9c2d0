import { finishKey, takeKey } from '../../src/queries/idempotency/keys.ts'
import {
  abandonJob,
  claimJobs,
  finishJob,
  nextJobAt,
  postponeJob,
  putJobs,
  runAnew,
} from '../../src/queries/jobs/jobs.ts'
import {
  decide,
  findToSend,
  isStillTrue,
  recordMailed,
  sweepPairDeliveries,
  takeFromBudget,
  undecided,
} from '../../src/queries/notifications/deliveries.ts'
import { dueDigests, nextDigests, takeForDigest } from '../../src/queries/notifications/digests.ts'
import { countUnseen, facesOf, listNotifications } from '../../src/queries/notifications/notifications.ts'
import { notifyOfQueue, notifyOfUrgentCase } from '../../src/queries/notifications/notify-cases.ts'
import { notifyOtherSide } from '../../src/queries/notifications/notify-playdates.ts'
import { notifyReminders } from '../../src/queries/notifications/notify-reminders.ts'
import { editPreferences, findPreferences, turnMailOff } from '../../src/queries/notifications/preferences.ts'
import { recordHidden, recordSeen } from '../../src/queries/notifications/presence.ts'
import {
  addEndpoint,
  findEndpoint,
  forgetEndpoint,
  keepVapidKeys,
  listEndpoints,
  removeEndpoint,
} from '../../src/queries/notifications/push-endpoints.ts'
import { seeSome, seeUpTo } from '../../src/queries/notifications/seen.ts'
import { notifyUser } from '../../src/queries/notify.ts'
import { sweepOlder } from '../../src/queries/rows.ts'
import {
  addDelivery,
  createWebhook,
  deleteWebhook,
  findDelivery,
  listDeliveries,
  listWebhooks,
  recordAttempt,
  switchWebhook,
  webhooksFor,
} from '../../src/queries/webhooks/webhooks.ts'
import { type Calls, dog, match, nextTo, now, of, owner, user, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const hook = { url: 'https://hooks.example.com/', events: ['message' as const] }
const idempotencyKey = {
  userId: user,
  key: Buffer.from('key'),
  request: Buffer.from('request'),
  atMost: 100,
  now,
  keptSince: new Date(now.getTime() - 86_400_000),
  runningSince: new Date(now.getTime() - 60_000),
}

/** Notifications, jobs and idempotency keys. */
export const notifications: Calls = {
  notifications: {
    list: of(5 * 51, db => listNotifications(db, owner, { limit: 50, now })),
    'next page': of(5 * 51, db =>
      listNotifications(db, owner, { limit: 50, now, cursor: nextTo(crowdId.notification(20_001)) }),
    ),
    unseen: of(1_000, db => countUnseen(db, owner)),
    besideTabs: of(1_000, db => countUnseen(db, owner, { besideTabsOf: crowdId.dog(1) })),
    faces: of(5 * 50, db => facesOf(db, owner, [crowdId.notification(5), crowdId.notification(6)])),
    'see some': of(10, db => seeSome(db, owner, [crowdId.notification(8)], now)),
    'see up to': of(300, db => seeUpTo(db, owner, crowdId.notification(20_001), now)),
    remind: of(40 * 100, db => notifyReminders(db, now)),
    sweep: of(5, db => sweepOlder(db, 'notifications', 'notified_at', new Date(0))),
    'notify a user': of(10, db => notifyUser(db, { event: 'password-changed', details: {}, userId: user }, now)),
    'notify the other side': within(10, trx =>
      notifyOtherSide(trx, { event: 'again', details: { parkName: '' } }, { matchId: match, byDogId: dog }, now),
    ),
    'notify of an urgent case': within(60, trx => notifyOfUrgentCase(trx, crowdId.case(50), now)),
    'notify of the queue': within(60, trx => notifyOfQueue(trx, now)),
    'take from a budget': within(30, trx =>
      takeFromBudget(
        trx,
        'push',
        [{ id: crowdId.notification(1), from_id: crowdId.user(2), user_id: crowdId.user(1) }],
        now,
      ),
    ),
    'sweep deliveries': of(5, db => sweepPairDeliveries(db, new Date(0))),
    undecided: within(200, trx => undecided(trx, 'push', now, 20)),
    decide: within(10, trx => decide(trx, 'mail', [{ id: crowdId.notification(1), until: null }])),
    'find to send': of(10, db => findToSend(db, crowdId.notification(1))),
    'find an endpoint': of(5, db => findEndpoint(db, crowdId.endpoint(1), user)),
    'is still true': of(5, db =>
      isStillTrue(
        db,
        {
          event: 'reminder-day',
          details: { playdateId: crowdId.playdate(1), whenTs: now.toISOString() },
          walkId: null,
          dogId: dog,
        },
        now,
      ),
    ),
    'note mailed': of(15, db =>
      recordMailed(db, { id: crowdId.notification(1), event: 'bark', matchId: match, dogId: dog }, crowdId.job(1), {
        budget: now,
        isAllowed: async () => true,
      }),
    ),
    preferences: of(5, db => findPreferences(db, user)),
    'edit preferences': within(10, trx => editPreferences(trx, user, { digest: 'daily' }, now)),
    'edit quiet hours': within(30, trx => editPreferences(trx, user, { quiet: null }, now)),
    'add an endpoint': within(30, trx =>
      addEndpoint(
        trx,
        { userId: user, sessionId: crowdId.session(1) },
        { endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' } },
        { now, atMost: 10 },
      ),
    ),
    'remove an endpoint': of(5, db => removeEndpoint(db, crowdId.user(3), crowdId.endpoint(3))),
    'list endpoints': of(10, db => listEndpoints(db, user, crowdId.session(1))),
    'forget an endpoint': of(5, db => forgetEndpoint(db, { id: crowdId.endpoint(2), auth: 'auth' })),
    'keep keys': of(5, db => keepVapidKeys(db, () => ({ publicKey: 'public', privateKey: 'private' }))),
    'due digests': within(50, trx => dueDigests(trx, new Date(now.getTime() + 10_000), 20)),
    'next digests': within(10, trx => nextDigests(trx, [{ user_id: user, at: now }])),
    'take for a digest': of(500, db => takeForDigest(db, { userId: user, mailId: user, events: ['messages'] })),
    'turn mail off': within(10, trx => turnMailOff(trx, user, 'message', now)),
    'note seen': of(10, db => recordSeen(db, [[user, now, now]])),
    'note hidden': of(5, db => recordHidden(db, [user])),
  },
  webhooks: {
    create: within(20, trx => createWebhook(trx, { userId: user, tokenHash: null }, hook, now)),
    list: of(5, db => listWebhooks(db, user)),
    'for an event': of(10, db => webhooksFor(db, [user], 'message')),
    add: of(5, db =>
      addDelivery(db, { webhookId: crowdId.webhook(1), type: 'message', matchId: crowdId.match(1), body: '{}', now }),
    ),
    find: of(10, db => findDelivery(db, crowdId.webhook(1))),
    deliveries: of(10, db => listDeliveries(db, user, crowdId.webhook(1))),
    note: of(10, db =>
      recordAttempt(
        db,
        { id: crowdId.webhook(1), webhookId: crowdId.webhook(1) },
        { state: 'delivered', status: 204, error: null, at: now },
      ),
    ),
    'switch off': of(5, db => switchWebhook(db, crowdId.webhook(1), now)),
    delete: of(5, db => deleteWebhook(db, user, crowdId.webhook(1))),
  },
  idempotency: {
    take: of(10, db => takeKey(db, idempotencyKey)),
    again: of(10, db => takeKey(db, idempotencyKey)),
    finish: of(5, db => finishKey(db, user, Buffer.from('answer'))),
    free: of(5, db => finishKey(db, user, null)),
  },
  jobs: {
    put: of(5, db =>
      putJobs(db, [{ kind: 'mail', payload: {}, key: 'new', userId: user, dueAt: now, createdAt: now }]),
    ),
    claim: of(50, db =>
      claimJobs(db, { kind: 'mail', now: new Date(now.getTime() + 20_000), limit: 5, leaseId: user, leaseSeconds: 60 }),
    ),
    finish: of(5, db => finishJob(db, { id: crowdId.job(1), leaseId: user })),
    postpone: of(5, db => postponeJob(db, { id: crowdId.job(2), leaseId: user }, { dueAt: now, isFailure: true })),
    'give up': of(5, db => abandonJob(db, { id: crowdId.job(3), leaseId: user }, now)),
    'run anew': of(5, db => runAnew(db, crowdId.job(4))),
    next: of(20, db => nextJobAt(db, 'mail')),
    sweep: of(5, db => sweepOlder(db, 'jobs', 'given_up_at', new Date(0))),
  },
}
