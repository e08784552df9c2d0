import type { Notification } from '@barkyard/domain/schemas/notification'
import { until } from '@barkyard/postgres/testing/until'
import { describe, expect, test } from 'vitest'
import { MAIL } from '../../src/platform/mail/mails.ts'
import { Client, createDog, type Person } from '../client.ts'
import { testMailbox } from '../mailbox.ts'
import { pushApp } from '../push-app.ts'

const mailbox = await testMailbox()
const { app, service, clock, later, reachable, bark, settled } = await pushApp({
  RATE_LIMIT: '1',
  SMTP_URL: mailbox.url,
  PUBLIC_URL: 'https://yard.test',
})

/** Handles due notifications and waits until every due push and mail is sent. */
async function allSettled() {
  await settled()
  app.services.jobs.wake(MAIL)
  await until(
    () => app.services.db.selectFrom('jobs').select(['due_at', 'lease_id']).execute(),
    jobs => jobs.every(job => job.due_at > clock.now && job.lease_id === null),
  )
}

/** An owner with a confirmed address: to others at most five mails an hour go at all. */
async function confirmed() {
  const reached = await reachable()
  await app.services.db
    .updateTable('users')
    .set({ email_verified_at: clock.now })
    .where('id', '=', reached.owner.user.id)
    .execute()
  return reached
}

/** Barks as several dogs of one owner at several dogs of another. */
async function barkOften(from: Person, dogs: readonly string[], at: readonly string[]) {
  for (const dogId of dogs) {
    await from.post('/api/active-dog', { dogId })
    for (const toDogId of at) expect((await from.post('/api/bark', { toDogId })).status).toBe(200)
  }
}

const dogsOf = async (person: Person, names: readonly string[]) => {
  const ids: string[] = []
  for (const name of names) ids.push((await createDog(person, { name })).id)
  return ids
}
const mailsTo = (person: Person) =>
  mailbox.mails.filter(({ to, subject }) => to === person.user.email && !subject.startsWith('Confirm'))

describe('what one owner causes for another', () => {
  test('is at most 10 pushes and 3 mails in any hour, whatever dogs they use; the rest is in the list', async () => {
    const { owner, dog, browser } = await confirmed()
    const theirs = [dog.id, ...(await dogsOf(owner, ['Cleo', 'Dot', 'Eli', 'Fay', 'Gus']))]
    const { owner: sender, dog: first } = await bark(dog.id)
    const second = await createDog(sender, { name: 'Bea' })
    await barkOften(sender, [first.id, second.id], theirs)
    const pushes = async () => (await service.pushesTo(browser)).length
    /** Notifications that the app is handling by itself at that moment are not waited for at once. */
    const pushed = async (count: number) => {
      await until(async () => {
        await allSettled()
        if ((await pushes()) >= count) return true
        // An owner gets four at once: what finds no room is due a moment later.
        later(0.05)
        return false
      })
      expect(await pushes()).toBe(count)
    }
    later(10)
    await pushed(10)
    expect(mailsTo(owner)).toHaveLength(3)

    // Others are not held back by it.
    await bark(dog.id, 'Zoe')
    later(10)
    await pushed(11)
    expect(mailsTo(owner)).toHaveLength(4)
    const { body } = await owner.get<Notification[]>('/api/notifications')
    expect(body).toHaveLength(13)

    // What waited is not sent later, but what comes after the hour is.
    later(60)
    await allSettled()
    expect(await pushes()).toBe(11)
    await barkOften(sender, [(await createDog(sender, { name: 'Cy' })).id], [dog.id])
    await pushed(12)
  })

  test('about playdates of a match is one notification until it is seen', async () => {
    const { owner, dog } = await reachable()
    const { owner: sender, matchId } = await bark(dog.id)
    const whenTs = new Date(clock.now.getTime() + 40 * 3_600_000).toISOString()
    const propose = (parkName: string) => sender.post<{ id: string }>('/api/playdates', { matchId, whenTs, parkName })
    const playdates = async () =>
      (await owner.get<Notification[]>('/api/notifications')).body.filter(({ kind }) => kind === 'playdate')
    const { body } = await propose('Dolores Park')
    await sender.post(`/api/playdates/${body.id}/counter`, { parkName: 'Fort Funston' })
    await sender.post(`/api/playdates/${body.id}/cancel`, { reason: 'busy' })
    const [one, ...others] = await playdates()
    expect(others).toEqual([])
    expect(one?.title).toBe('Ada cancelled the playdate with Bo')
    expect(one?.body).toContain('Ada suggests a change to the playdate with Bo; Ada proposes a playdate with Bo')

    await owner.post('/api/notifications/seen', { upTo: one?.id })
    later(1)
    await propose('Crissy Field')
    expect((await playdates()).map(({ title, seenAt }) => [title, seenAt === null])).toEqual([
      ['Ada proposes a playdate with Bo', true],
      ['Ada cancelled the playdate with Bo', false],
    ])
  })
})

describe('a mail about an account', () => {
  test('is sent before those about notifications', async () => {
    const { owner, dog } = await confirmed()
    for (let senders = 0; senders < 15; senders++) await bark(dog.id)
    await allSettled()
    later(10)
    const before = { offered: mailbox.offered, mails: mailbox.mails.length }
    mailbox.mood = 'hold'
    await app.services.deliveries.run()
    await until(() => mailbox.offered, before.offered + 5)
    await new Client(app.url).post('/api/forgot', { email: owner.user.email })
    mailbox.mood = 'take'
    mailbox.release()
    await allSettled()
    const subjects = mailbox.mails.slice(before.mails).map(({ subject }) => subject)
    expect(subjects).toHaveLength(16)
    expect(subjects.indexOf('Reset your Barkyard password')).toBeLessThan(10)
  })
})
