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
  readonly #dogs: { id: string; endpoint: string }[] = []
  readonly #addresses: string[] = []
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
      this.#dogs.push({ id: dog.id, endpoint: browser.endpoint })
    }
  }

  /** Barks at each owner, which sends a push, and signs up others, which sends a mail. */
  async send(): Promise<void> {
    this.#hasSent = true
    const { owner } = await ownerWithDog(this.#url)
    for (const { id } of this.#dogs) await owner.post('/api/bark', { toDogId: id })
    for (let n = 0; n < RECEIVERS; n++) {
      const email = `receiver-${process.pid}-${unique()}@example.test`
      this.#addresses.push(email)
      await signUp(this.#url, { email })
    }
  }

  /** Resolves once everything has arrived, at most after three minutes. @returns the numbers of missing and of repeated ones. */
  async arrived(): Promise<{ lost: number; doubled: number }> {
    if (!this.#hasSent) return { lost: 0, doubled: 0 }
    const counts = () => [
      ...this.#dogs.map(({ endpoint }) => this.#pushes.pushes.filter(({ path }) => endpoint.endsWith(path)).length),
      ...this.#addresses.map(address => this.#mailbox.mails.filter(({ to }) => to === address).length),
    ]
    const found = await until(counts, list => list.every(count => count > 0), 180).catch(counts)
    return {
      lost: found.filter(count => count === 0).length,
      doubled: found.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
    }
  }
}
