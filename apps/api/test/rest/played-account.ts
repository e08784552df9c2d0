import { recordSeen } from '@barkyard/db/queries/notifications/presence'
import type { PasskeyOptions } from '@barkyard/domain/schemas/passkey'
import type { AdminReport, AdminReportDetails, Notice } from '@barkyard/domain/schemas/report'
import type { WebhookDelivery } from '@barkyard/domain/schemas/webhook'
import { until } from '@barkyard/postgres/testing/until'
import type { Mailbox } from '../../testing/mailbox.ts'
import type { PushService } from '../../testing/push-service.ts'
import type { TestApp } from '../app.ts'
import { Authenticator } from '../authenticator.ts'
import { Client, createDog, PASSWORD as OTHERS_PASSWORD, ownerWithDog } from '../client.ts'
import type { startReceiver } from '../webhooks/receiver.ts'
import { type Cast, mailedToken, PASSWORD } from './played-loop.ts'
import type { Recorder } from './recorder.ts'

type Id = { id: string }

export async function channels(rec: Recorder, { robin }: Cast, pushes: PushService): Promise<void> {
  await rec.call(robin, 'getPreferences')
  const quiet = { from: '22:00', to: '07:00' }
  const body = { timeZone: 'America/Los_Angeles', quiet, kinds: { message: { mail: false } }, digest: 'weekly' }
  await rec.call(robin, 'editPreferences', { body })
  await rec.call(robin, 'getPushKey')
  const browser = pushes.subscribe()
  rec.show(browser.endpoint, 'https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM')
  const { id } = await rec.call<Id>(robin, 'subscribeBrowser', { body: browser })
  await rec.call(robin, 'listMyBrowsers')
  await rec.call(robin, 'sendTestPush')
  await rec.call(robin, 'unsubscribeBrowser', { path: { id } })
  const feed = await rec.call<{ url: string }>(robin, 'openCalendarFeed')
  const secret = /([\w-]+)\.ics$/.exec(feed.url)?.[1] ?? ''
  await rec.call(robin, 'getCalendarFeed')
  await rec.call(new Client(robin.url), 'readCalendarFeed', { path: { secret } })
  await rec.call(robin, 'closeCalendarFeed')
  await rec.call(robin, 'getInvite')
  await rec.call(robin, 'renewInvite')
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

export async function scripts(rec: Recorder, { robin }: Cast, receiver: Receiver): Promise<void> {
  const token = { name: 'feeder on the porch', scopes: ['read'], expiresAt: '2030-08-30T00:00:00Z' }
  const made = await rec.call<Id>(robin, 'createToken', { body: token })
  await rec.call(robin, 'listMyTokens')
  await rec.call(robin, 'revokeToken', { path: { id: made.id } })
  rec.show(receiver.url, 'https://hooks.example.com')
  const url = `${receiver.url}/barkyard`
  const hook = await rec.call<Id>(robin, 'createWebhook', { body: { url, events: ['message', 'playdate'] } })
  const path = { id: hook.id }
  await rec.call(robin, 'testWebhook', { path })
  await until(
    () => robin.get<WebhookDelivery[]>(`/api/webhooks/${hook.id}/deliveries`),
    ({ body }) => body[0]?.state === 'delivered',
  )
  await rec.call(robin, 'listWebhookDeliveries', { path })
  await rec.call(robin, 'listWebhooks')
  await rec.call(robin, 'deleteWebhook', { path })
}

export async function moderation(rec: Recorder, { robin, kim, alex, bo, biscuit }: Cast): Promise<void> {
  await rec.call(robin, 'reportDog', { body: { dogId: bo, kind: 'rude', note: 'Called my dog names' } })
  const [found] = await rec.call<AdminReport[]>(alex, 'listReports', { query: { state: 'open' } })
  const path = { id: found?.id ?? '' }
  await rec.call(alex, 'claimReport', { path })
  await rec.call(alex, 'noteReport', { path, body: { text: 'I have asked the owner about it' } })
  const { evidence, version } = await rec.call<AdminReportDetails>(alex, 'getReport', { path })
  const photoId = evidence?.photos[0]?.id ?? ''
  await rec.call(alex, 'getReportPhoto', { path: { ...path, photoId } })
  const template = { action: 'warn', title: 'Rude messages', text: 'Please keep it friendly.' }
  const made = await rec.call<Id>(alex, 'createStatementTemplate', { body: template })
  const edited = { ...template, text: 'Please keep your messages friendly.' }
  await rec.call(alex, 'editStatementTemplate', { path: { id: made.id }, body: edited })
  await rec.call(alex, 'listStatementTemplates')
  await rec.call(alex, 'deleteStatementTemplate', { path: { id: made.id } })
  await rec.call(alex, 'decideReport', { path, body: { action: 'warn', statement: edited.text, version } })
  await rec.call(robin, 'listMyReports')
  const [notice] = await rec.call<Notice[]>(kim, 'listMyNotices')
  await rec.call(kim, 'appealDecision', { body: { noticeId: notice?.id, text: 'We were only playing' } })
  const block = await rec.call<Id>(robin, 'blockOwner', { body: { dogId: bo } })
  await rec.call(robin, 'listBlocks')
  await rec.call(robin, 'undoBlock', { path: { id: block.id } })
  const { matchId } = (await kim.post<{ matchId: string }>('/api/bark', { toDogId: biscuit })).body
  await rec.call(robin, 'endMatch', { path: { matchId } })
}

/** A search is closed by a moderator, so the next one for the dog waits for one. */
export async function lostCases(rec: Recorder, { robin, alex, biscuit }: Cast): Promise<void> {
  const lastSeenAt = new Date(rec.now - 3_600_000).toISOString()
  const said = { lastSeenAt, lat: 37.775, lng: -122.427, approach: 'comes', note: 'Slipped out of the gate' }
  const open = () => robin.post<{ id: string }>(`/api/dogs/${biscuit}/lost`, said)
  const { body: first } = await open()
  const body = { statement: 'Biscuit was seen at home all day.', version: 1 }
  await rec.call(alex, 'closeLostByModerator', { path: { id: first.id }, body })
  const { body: second } = await open()
  await rec.call(alex, 'listLostOfState', { query: { state: 'waiting' } })
  await rec.call(alex, 'decideLost', { path: { id: second.id }, body: { approve: true, version: 1 } })
  await robin.post(`/api/lost/${second.id}/close`, { outcome: 'found' })
}

export async function administration(rec: Recorder, app: TestApp, cast: Cast): Promise<void> {
  const { robin, kim, alex, biscuit, bo } = cast
  const path = { dogId: bo }
  await rec.call(alex, 'listUsers', { query: { search: 'kim' } })
  await rec.call(alex, 'listDogsOfUser', { path: { userId: kim.user.id } })
  const ofKim = { path: { userId: kim.user.id } }
  // When Kim was last here is written down at any moment: later than that.
  await recordSeen(app.services.db, [[kim.user.id, new Date('2030-06-02T18:04:00Z'), null]])
  await rec.call(alex, 'getUser', ofKim)
  const statement = 'Please keep your messages friendly.'
  await rec.call(alex, 'hideDog', { path, body: { statement } })
  await rec.call(alex, 'showDog', { path })
  await rec.call(alex, 'suspendUser', { ...ofKim, body: { statement, until: '2030-06-30T00:00:00Z' } })
  await rec.call(alex, 'liftSuspension', ofKim)
  await rec.call(alex, 'resetPasswordOfUser', ofKim)
  await rec.call(alex, 'setRoleOfUser', { ...ofKim, body: { role: 'moderator' } })
  await alex.patch(`/api/admin/users/${kim.user.id}/role`, { role: 'owner' })
  await rec.call(alex, 'listNumbers')
  await rec.call(alex, 'listAllDogs', { query: { search: 'biscuit' } })
  await rec.call(alex, 'editAnyDog', { path, body: { name: 'Bo', temperament: ['playful', 'gentle'] } })
  await rec.call(alex, 'impersonateDog', { path: { dogId: biscuit } })
  await rec.call(alex, 'stopImpersonation')
  await rec.call(alex, 'setDogOwner', { path, body: { userId: null } })
  await rec.call(alex, 'listUnownedDogs')
  await alex.patch(`/api/admin/dogs/${bo}/owner`, { userId: kim.user.id })
  await kim.post('/api/active-dog', { dogId: bo })
  await rec.call(alex, 'listAuditEntries', { query: { limit: '3' } })
  await rec.call(alex, 'deleteAnyDog', { path: { dogId: (await createDog(robin, { name: 'Pepper' })).id } })
  await rec.call(robin, 'deleteDog', { path: { id: (await createDog(robin, { name: 'Pepper' })).id } })
  const { owner } = await ownerWithDog(app.url)
  await rec.call(alex, 'deleteUsers', { body: { userIds: [owner.user.id] } })
  const demo = { is_demo: true, email: 'owner@demo.test' }
  await app.services.db.updateTable('users').set(demo).where('id', '=', kim.user.id).execute()
  await rec.call(new Client(app.url), 'signInToDemo', { path: { role: 'owner' } })
}

/** Robin's account, until it is deleted. */
export async function account(rec: Recorder, app: TestApp, { robin }: Cast, mailbox: Mailbox): Promise<void> {
  const nobody = new Client(robin.url)
  const mailed = (to: string, subject: RegExp) => mailedToken(mailbox, to, subject)
  const again = async (password: string, email = 'robin@example.com') => {
    const client = new Client(robin.url)
    await client.post('/api/login', { email, password })
    return client
  }
  await again(PASSWORD)
  // By the app's clock the database's own times, which these are, lie years back.
  await app.services.db
    .updateTable('sessions')
    .set({ last_used_at: new Date(rec.now) })
    .execute()
  const sessions = await rec.call<{ id: string; current: boolean }[]>(robin, 'listMySessions')
  await rec.call(robin, 'endSession', { path: { id: sessions.find(({ current }) => !current)?.id ?? '' } })
  await rec.call(robin, 'endOtherSessions')
  const email = 'robin.hale@example.com'
  await rec.call(robin, 'changeEmail', { body: { password: PASSWORD, email } })
  await rec.call(nobody, 'takeNewEmail', { body: { token: await mailed(email, /e-mail/) } })
  const password = 'battery staple'
  await rec.call(robin, 'changePassword', { body: { current: PASSWORD, password } })
  await rec.call(nobody, 'askForResetLink', { body: { email } })
  await rec.call(nobody, 'resetPassword', { body: { token: await mailed(email, /^Reset/), password: OTHERS_PASSWORD } })
  const back = await again(OTHERS_PASSWORD, email)
  await rec.call(back, 'exportMyAccount', { body: { password: OTHERS_PASSWORD } })
  const phone = new Authenticator(app.services.config.publicUrl)
  const options = await rec.call<PasskeyOptions>(back, 'beginPasskey', { body: {} })
  const passkey = { name: 'Robin’s phone', response: phone.create(options) }
  const { id } = await rec.call<Id>(back, 'addPasskey', { body: passkey })
  await rec.call(back, 'listMyPasskeys')
  const onPhone = new Client(robin.url)
  const asked = await rec.call<{ challenge: string }>(onPhone, 'beginPasskeySignIn')
  const response = phone.get(asked)
  // Signatures are not all of one length.
  rec.show(response.response.signature, 'MEUCIQ'.padEnd(95, '0'))
  await rec.call(onPhone, 'signInWithPasskey', { body: { response } })
  await rec.call(onPhone, 'removePasskey', { path: { id } })
  await rec.call(onPhone, 'sendVitals', { body: { route: 'sniff', lcp: 1180, inp: 96, cls: 0.02, ttfb: 85 } })
  await rec.call(back, 'signOut', { headers: { accept: 'application/json' } })
  await rec.call(await again(OTHERS_PASSWORD, email), 'deleteMyAccount', { body: { password: OTHERS_PASSWORD } })
}
