import type { Notification } from '@barkyard/domain/schemas/notification'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { until } from '@barkyard/postgres/testing/until'
import { describe, expect, test } from 'vitest'
import { MAIL } from '../../src/platform/mail/mails.ts'
import type { Person } from '../client.ts'
import { mailApp } from '../mail-app.ts'

/* What nobody is reminded of or mailed. */

const { app, mailbox, clock, later, settled, mailsTo, twoMatched } = await mailApp()
const HOUR = 60
/** An accepted playdate that begins in so many hours. */
async function agreed({ first, second, matchId }: Awaited<ReturnType<typeof twoMatched>>, hours: number) {
  const whenTs = new Date(clock.now.getTime() + hours * 3_600_000).toISOString()
  const playdate = await first.owner.post<Playdate>('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park' })
  const answer = await second.owner.patch(`/api/playdates/${playdate.body.id}`, { status: 'accepted' })
  expect(answer.status).toBe(200)
}
const remindersOf = async (person: Person) =>
  (await person.get<Notification[]>('/api/notifications')).body.filter(({ kind }) => kind === 'reminder').length

describe('a reminder', () => {
  test('of the day before is not sent of what was agreed later than that', async () => {
    const matched = await twoMatched()
    await agreed(matched, 23)
    const counts = async () => [await remindersOf(matched.first.owner), await remindersOf(matched.second.owner)]
    await settled()
    later(20 * HOUR)
    await settled()
    expect(await counts()).toEqual([0, 0])
    later(HOUR)
    await settled()
    expect(await counts()).toEqual([1, 1])
  })

  test.each(['hidden dog', 'suspended owner'])('of a %s reaches neither side', async which => {
    const matched = await twoMatched()
    await agreed(matched, 26)
    // A playdate that was left in place: hiding and suspending cancel those that they find.
    const { db } = app.services
    const { owner, dog } = matched.second
    if (which === 'hidden dog')
      await db.updateTable('dogs').set({ hidden_at: clock.now }).where('id', '=', dog.id).execute()
    else await db.updateTable('users').set({ suspended_at: clock.now }).where('id', '=', owner.user.id).execute()
    for (const hours of [2, 22]) {
      later(hours * HOUR)
      await settled()
    }
    const reminders = await db
      .selectFrom('notifications')
      .select('event')
      .where('user_id', 'in', [matched.first.owner.user.id, owner.user.id])
      .where('event', 'like', 'reminder-%')
      .execute()
    expect(reminders).toEqual([])
  })
})

describe('a digest', () => {
  test('leaves out the kinds whose mail is off', async () => {
    clock.now = new Date('2027-06-02T12:00:00Z')
    const { first, second, matchId } = await twoMatched()
    await second.owner.patch('/api/preferences', {
      timeZone: 'Europe/Berlin',
      digest: 'daily',
      kinds: { match: { mail: false }, message: { mail: false } },
    })
    const whenTs = '2027-06-09T12:00:00Z'
    later(1)
    await first.owner.post('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park' })
    later(1)
    // Seen since, so that there is no mail of the playdate alone.
    await second.owner.get('/api/matches')
    await settled()
    clock.now = new Date('2027-06-02T16:00:00Z')
    await settled()
    expect(mailsTo(second.owner).map(({ subject }) => subject)).toEqual(['Ada proposes a playdate with Bo'])
    expect(mailsTo(second.owner)[0]?.html).not.toContain('barked')
    await second.owner.patch('/api/preferences', { kinds: { playdate: { mail: false } } })
    clock.now = new Date('2027-06-03T16:00:00Z')
    await settled()
    expect(mailsTo(second.owner)).toHaveLength(1)
  })
})

test('what was seen after its mail was put, and before it is sent, is not mailed', async () => {
  const { second } = await twoMatched()
  const seenAt = new Date(clock.now.getTime() + 12 * 60_000)
  const { db } = app.services
  const of = () => db.selectFrom('notifications').selectAll().where('user_id', '=', second.owner.user.id)
  mailbox.mood = 'refuse'
  later(10)
  await app.services.deliveries.run()
  app.services.jobs.wake(MAIL)
  const waiting = () =>
    db.selectFrom('jobs').selectAll().where('user_id', '=', second.owner.user.id).where('key', 'like', 'notification %')
  await until(
    () => waiting().execute(),
    jobs => jobs.some(job => job.attempts === 1 && job.lease_id === null),
  )
  mailbox.mood = 'take'
  // Seen in the list, which is no sign of presence by itself.
  const [notification] = await of().execute()
  await db
    .updateTable('notifications')
    .set({ seen_at: seenAt })
    .where('id', '=', notification?.id ?? '')
    .execute()
  later(60)
  await settled()
  expect(mailsTo(second.owner)).toEqual([])
})
