import { inTransaction } from '@barkyard/db/open'
import { verifyEmail } from '@barkyard/db/queries/account/links'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { until } from '@barkyard/postgres/testing/until'
import { beforeEach } from 'vitest'
import { MAIL } from '../src/platform/mail/mails.ts'
import { testApp } from './app.ts'
import { playdateOf } from './calls.ts'
import { type Person, twoMatched as twoStrangers } from './client.ts'
import { testMailbox } from './mailbox.ts'

/** An app whose mails go to a mailbox of the test. The test moves the clock. */
export async function mailApp() {
  const mailbox = await testMailbox()
  const clock = { now: new Date() }
  const app = testApp({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://yard.test' }, { now: () => clock.now })
  beforeEach(() => {
    clock.now = new Date()
    mailbox.mood = 'take'
  })
  const later = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }

  /** Handles due notifications and waits until every due mail is sent. */
  async function settled() {
    await app.services.deliveries.run()
    app.services.jobs.wake(MAIL)
    await until(
      () => app.services.db.selectFrom('jobs').select(['due_at', 'lease_id']).execute(),
      jobs => jobs.every(job => job.due_at > clock.now && job.lease_id === null),
    )
  }

  const mailsTo = (person: Person) =>
    mailbox.mails.filter(({ to, subject }) => to === person.user.email && !subject.startsWith('Confirm'))

  const subjectsTo = (person: Person) => mailsTo(person).map(({ subject }) => subject)

  const verify = ({ user }: Person) =>
    inTransaction(app.services.db, trx => verifyEmail(trx, { id: '', userId: user.id, email: user.email }, clock.now))

  /** Two matched dogs, whose owners have confirmed their addresses. */
  async function twoMatched() {
    const matched = await twoStrangers(app.url)
    for (const { owner } of [matched.first, matched.second]) await verify(owner)
    return matched
  }

  /** @param hours until the playdate begins. */
  const propose = async (person: Person, matchId: string, hours: number) =>
    (await person.post<Playdate>('/api/playdates', playdateOf(matchId, hours, clock.now))).body

  return { app, mailbox, clock, later, settled, mailsTo, subjectsTo, verify, twoMatched, propose }
}
