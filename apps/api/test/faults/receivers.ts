import type { Db } from '@barkyard/db/open'
import { until } from '@barkyard/postgres/testing/until'
import type { Mailbox } from '../../testing/mailbox.ts'
import type { PushService } from '../../testing/push-service.ts'
import { ownerWithDog, signUp, unique } from '../client.ts'

const RECEIVERS = 5

/** A push or mail that should arrive, and how often it has. */
interface Sent {
  kind: 'push' | 'mail'
  userId: string
  count: () => number
}

/** Owners who should get a push each, and addresses that should get a mail each, while the services misbehave. */
export class Receivers {
  readonly #url: string
  readonly #pushes: PushService
  readonly #mailbox: Mailbox
  readonly #reachable: (Sent & { dogId: string })[] = []
  readonly #sent: Sent[] = []

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
      const count = () => this.#pushes.pushes.filter(({ path }) => browser.endpoint.endsWith(path)).length
      this.#reachable.push({ kind: 'push', userId: owner.user.id, dogId: dog.id, count })
    }
  }

  /** Barks at each owner, which sends a push, and signs up others, which sends a mail. */
  async send(): Promise<void> {
    const { owner } = await ownerWithDog(this.#url)
    for (const one of this.#reachable) {
      const { status } = await owner.post('/api/bark', { toDogId: one.dogId })
      if (status !== 200) throw new Error(`a bark was answered ${status}`)
      this.#sent.push(one)
    }
    for (let n = 0; n < RECEIVERS; n++) {
      const email = `receiver-${process.pid}-${unique()}@example.test`
      const { user } = await signUp(this.#url, { email })
      const count = () => this.#mailbox.mails.filter(({ to }) => to === email).length
      this.#sent.push({ kind: 'mail', userId: user.id, count })
    }
  }

  /**
   * Resolves once everything has arrived, at most after three minutes.
   * @returns each missing one, with the job that still waits, and the number of repeated ones.
   */
  async arrived(db: Db): Promise<{ lost: string[]; doubled: number }> {
    const missing = () => this.#sent.filter(({ count }) => count() === 0)
    const lost = await until(missing, [], 180).catch(missing)
    return {
      lost: await Promise.all(lost.map(one => fateOf(db, one))),
      doubled: this.#sent.reduce((sum, { count }) => sum + Math.max(0, count() - 1), 0),
    }
  }
}

/** Whether a push or mail of a user still waits, and since when: then it is late, not lost. */
async function fateOf(db: Db, { kind, userId }: Sent): Promise<string> {
  const jobs = db.selectFrom('jobs').select(['attempts', 'due_at', 'lease_id', 'given_up_at'])
  const waiting = await jobs.where('user_id', '=', userId).where('kind', '=', kind).execute()
  return `a ${kind} (${waiting.length === 0 ? 'no job waits' : JSON.stringify(waiting)})`
}
