import { until } from '@barkyard/postgres/testing/until'
import { expect, test } from 'vitest'
import { MAIL } from '../../src/platform/mail/mails.ts'
import { createDog, notificationsOf, type Person } from '../client.ts'
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

/** Barks as several dogs of one owner at several dogs of another. */
async function barkOften(from: Person, dogs: readonly string[], at: readonly string[]) {
  for (const dogId of dogs) {
    await from.post('/api/active-dog', { dogId })
    for (const toDogId of at) expect((await from.post('/api/bark', { toDogId })).status).toBe(200)
  }
}

const mailsTo = (person: Person) =>
  mailbox.mails.filter(({ to, subject }) => to === person.user.email && !subject.startsWith('Confirm'))

test('what one owner causes for another is at most 10 pushes and 3 mails in any hour, whatever dogs they use; the rest is in the list', async () => {
  const { owner, dog, browser } = await reachable()
  const users = app.services.db.updateTable('users').where('id', '=', owner.user.id)
  // To an address that is not confirmed at most five mails an hour go at all.
  await users.set({ email_verified_at: clock.now }).execute()
  const theirs = [dog.id]
  for (const name of ['Cleo', 'Dot', 'Eli', 'Fay', 'Gus']) theirs.push((await createDog(owner, { name })).id)
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
  expect(await notificationsOf(owner)).toHaveLength(13)

  // What waited is not sent later, but what comes after the hour is.
  later(60)
  await allSettled()
  expect(await pushes()).toBe(11)
  await barkOften(sender, [(await createDog(sender, { name: 'Cy' })).id], [dog.id])
  await pushed(12)
})
