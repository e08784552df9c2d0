import { finishKey, takeKey } from '../../src/queries/idempotency/keys.ts'
import * as jobs from '../../src/queries/jobs/jobs.ts'
import * as deliveries from '../../src/queries/notifications/deliveries.ts'
import { dueDigests, nextDigests, takeForDigest } from '../../src/queries/notifications/digests.ts'
import { countUnseen, facesOf, listNotifications } from '../../src/queries/notifications/notifications.ts'
import { notifyOfQueue, notifyOfUrgentCase } from '../../src/queries/notifications/notify-cases.ts'
import { notifyOtherSide } from '../../src/queries/notifications/notify-playdates.ts'
import { notifyReminders } from '../../src/queries/notifications/notify-reminders.ts'
import { editPreferences, findPreferences, turnMailOff } from '../../src/queries/notifications/preferences.ts'
import { recordHidden, recordSeen } from '../../src/queries/notifications/presence.ts'
import * as endpoints from '../../src/queries/notifications/push-endpoints.ts'
import { seeSome, seeUpTo } from '../../src/queries/notifications/seen.ts'
import { notifyUser } from '../../src/queries/notify.ts'
import { sweepOlder } from '../../src/queries/rows.ts'
import * as webhooks from '../../src/queries/webhooks/webhooks.ts'
import { type Calls, dog, match, now, of, owner, pageAfter, user, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const id = crowdId.notification(1)
const webhookId = crowdId.webhook(1)
const AGAIN = { event: 'again', details: { parkName: '' } } as const
const REMINDED = { playdateId: crowdId.playdate(1), whenTs: now.toISOString() }
const A_REMINDER = { event: 'reminder-day' as const, details: REMINDED, walkId: null, dogId: dog }
const SESSION = { userId: user, sessionId: crowdId.session(1) }
const AN_ENDPOINT = { endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' } }
const ATTEMPT = { state: 'delivered' as const, status: 204, error: null, at: now }
const hook = { url: 'https://hooks.example.com/', events: ['message' as const] }
const idempotencyKey = {
  userId: user,
  key: Buffer.from('key'),
  request: Buffer.from('request'),
  ...{ atMost: 100, now },
  keptSince: inSeconds(-86_400),
  runningSince: inSeconds(-60),
}

/** Notifications, jobs and idempotency keys. */
export const notifications: Calls = {
  notifications: {
    list: of(5 * 51, listNotifications, owner, { limit: 50, now }),
    'next page': of(5 * 51, listNotifications, owner, { now, ...pageAfter(crowdId.notification(20_001)) }),
    unseen: of(1_000, countUnseen, owner),
    besideTabs: of(1_000, countUnseen, owner, { besideTabsOf: crowdId.dog(1) }),
    faces: of(5 * 50, facesOf, owner, [crowdId.notification(5), crowdId.notification(6)]),
    'see some': of(10, seeSome, owner, [crowdId.notification(8)], now),
    'see up to': of(300, seeUpTo, owner, crowdId.notification(20_001), now),
    remind: of(40 * 100, notifyReminders, now),
    sweep: of(5, db => sweepOlder(db, 'notifications', 'notified_at', new Date(0))),
    'notify a user': of(10, notifyUser, { event: 'password-changed', details: {}, userId: user }, now),
    'notify the other side': within(10, notifyOtherSide, AGAIN, { matchId: match, byDogId: dog }, now),
    'notify of an urgent case': within(60, notifyOfUrgentCase, crowdId.case(50), now),
    'notify of the queue': within(60, notifyOfQueue, now),
    'take from a budget': within(
      30,
      deliveries.takeFromBudget,
      'push',
      [{ id, from_id: crowdId.user(2), user_id: user }],
      now,
    ),
    'sweep deliveries': of(5, deliveries.sweepPairDeliveries, new Date(0)),
    undecided: within(200, deliveries.undecided, 'push', now, 20),
    decide: within(10, deliveries.decide, 'mail', [{ id, until: null }]),
    'find to send': of(10, deliveries.findToSend, id),
    'find an endpoint': of(5, endpoints.findEndpoint, crowdId.endpoint(1), user),
    'is still true': of(5, deliveries.isStillTrue, A_REMINDER, now),
    'note mailed': of(15, deliveries.recordMailed, { id, event: 'bark', matchId: match, dogId: dog }, crowdId.job(1), {
      budget: now,
      isAllowed: async () => true,
    }),
    preferences: of(5, findPreferences, user),
    'edit preferences': within(10, editPreferences, user, { digest: 'daily' }, now),
    'edit quiet hours': within(30, editPreferences, user, { quiet: null }, now),
    'add an endpoint': within(30, endpoints.addEndpoint, SESSION, AN_ENDPOINT, { now, atMost: 10 }),
    'remove an endpoint': of(5, endpoints.removeEndpoint, crowdId.user(3), crowdId.endpoint(3)),
    'list endpoints': of(10, endpoints.listEndpoints, user, crowdId.session(1)),
    'forget an endpoint': of(5, endpoints.forgetEndpoint, { id: crowdId.endpoint(2), auth: 'auth' }),
    'keep keys': of(5, endpoints.keepVapidKeys, () => ({ publicKey: 'public', privateKey: 'private' })),
    'due digests': within(50, dueDigests, inSeconds(10), 20),
    'next digests': within(10, nextDigests, [{ user_id: user, at: now }]),
    'take for a digest': of(500, takeForDigest, { userId: user, mailId: user, events: ['messages'] }),
    'turn mail off': within(10, turnMailOff, user, 'message', now),
    'note seen': of(10, recordSeen, [[user, now, now]]),
    'note hidden': of(5, recordHidden, [user]),
  },
  webhooks: {
    create: within(20, webhooks.createWebhook, { userId: user, tokenHash: null }, hook, now),
    list: of(5, webhooks.listWebhooks, user),
    'for an event': of(10, webhooks.webhooksFor, [user], 'message'),
    add: of(5, webhooks.addDelivery, { webhookId, type: 'message', matchId: match, body: '{}', now }),
    find: of(10, webhooks.findDelivery, webhookId),
    deliveries: of(10, webhooks.listDeliveries, user, webhookId),
    note: of(10, webhooks.recordAttempt, { id: webhookId, webhookId }, ATTEMPT),
    'switch off': of(5, webhooks.switchWebhook, webhookId, now),
    delete: of(5, webhooks.deleteWebhook, user, webhookId),
  },
  idempotency: {
    take: of(10, takeKey, idempotencyKey),
    again: of(10, takeKey, idempotencyKey),
    finish: of(5, finishKey, user, Buffer.from('answer')),
    free: of(5, finishKey, user, null),
  },
  jobs: {
    put: of(5, jobs.putJobs, [{ kind: 'mail', payload: {}, key: 'new', userId: user, dueAt: now, createdAt: now }]),
    claim: of(50, jobs.claimJobs, { kind: 'mail', now: inSeconds(20), limit: 5, leaseId: user, leaseSeconds: 60 }),
    finish: of(5, jobs.finishJob, { id: crowdId.job(1), leaseId: user }),
    postpone: of(5, jobs.postponeJob, { id: crowdId.job(2), leaseId: user }, { dueAt: now, isFailure: true }),
    'give up': of(5, jobs.abandonJob, { id: crowdId.job(3), leaseId: user }, now),
    'run anew': of(5, jobs.runAnew, crowdId.job(4)),
    next: of(20, jobs.nextJobAt, 'mail'),
    sweep: of(5, db => sweepOlder(db, 'jobs', 'given_up_at', new Date(0))),
  },
}
