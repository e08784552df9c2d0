import type { Db } from '@barkyard/db/open'
import { until } from '@barkyard/postgres/testing/until'
import type { Mailbox } from '../../testing/mailbox.ts'
import type { PushService } from '../../testing/push-service.ts'
import { ownerWithDog, signUp, unique } from '../client.ts'

const RECEIVERS = 5

/** Owners who should get a push each, and addresses that should get a mail each, while the services misbehave. */
export class Receivers {
  readonly #url: string
  readonly #pushes: PushService
  readonly #mailbox: Mailbox
  readonly #browsers: { userId: string; dogId: string; endpoint: string }[] = []
  readonly #accounts: { userId: string; email: string }[] = []
  #hasSent = false

  constructor(url: string, { pushes, mailbox }: { pushes: PushService; mailbox: Mailbox }) {
    this.#url = url
    this.#pushes = pushes
    this.#mailbox = mailbox
  }

  /** Owners with a dog, each with a browser that gets pushes. */
  async start(): Promise<void> {
    for (let n = 0; n < RECEIVERS; n++) {
      const { owner, dog } = await ownerWithDog(this.#url)
      const browser = this.#pushes.subscribe()
      await owner.post('/api/push/endpoints', browser)
      this.#browsers.push({ userId: owner.user.id, dogId: dog.id, endpoint: browser.endpoint })
    }
  }

  /** Barks at each owner, which sends a push, and signs up others, which sends a mail. */
  async send(): Promise<void> {
    this.#hasSent = true
    const { owner } = await ownerWithDog(this.#url)
    for (const { dogId } of this.#browsers) {
      const { status } = await owner.post('/api/bark', { toDogId: dogId })
      if (status !== 200) throw new Error(`a bark was answered ${status}`)
    }
    for (let n = 0; n < RECEIVERS; n++) {
      const email = `receiver-${process.pid}-${unique()}@example.test`
      const { user } = await signUp(this.#url, { email })
      this.#accounts.push({ userId: user.id, email })
    }
  }

  /**
   * Resolves once everything has arrived, at most after three minutes.
   * @returns each missing one, with what the database says became of it, and the number of repeated ones.
   */
  async arrived(db: Db): Promise<{ lost: string[]; doubled: number }> {
    if (!this.#hasSent) return { lost: [], doubled: 0 }
    const wanted = () => [
      ...this.#browsers.map(({ userId, endpoint }) => ({
        kind: 'push',
        userId,
        count: this.#pushes.pushes.filter(({ path }) => endpoint.endsWith(path)).length,
      })),
      ...this.#accounts.map(({ userId, email }) => ({
        kind: 'mail',
        userId,
        count: this.#mailbox.mails.filter(({ to }) => to === email).length,
      })),
    ]
    const found = await until(wanted, list => list.every(({ count }) => count > 0), 180).catch(wanted)
    const missing = found.filter(({ count }) => count === 0)
    return {
      lost: await Promise.all(missing.map(async ({ kind, userId }) => `a ${kind} (${await fateOf(db, kind, userId)})`)),
      doubled: found.reduce((sum, { count }) => sum + Math.max(0, count - 1), 0),
    }
  }
}

/** Whether a push or mail of a user still waits, and since when: then it is late, not lost. */
async function fateOf(db: Db, kind: string, userId: string): Promise<string> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['attempts', 'due_at', 'lease_id', 'given_up_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute()
  const undecided = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('push_at', 'is not', null)
    .execute()
  if (jobs.length === 0) return kind === 'push' && undecided.length > 0 ? 'not decided about' : 'its job ended'
  return jobs
    .map(({ attempts, due_at, lease_id, given_up_at }) =>
      given_up_at !== null
        ? `given up after ${attempts}`
        : `waits after ${attempts}, due ${due_at.toISOString()}${lease_id === null ? '' : ', being sent'}`,
    )
    .join(', ')
}
