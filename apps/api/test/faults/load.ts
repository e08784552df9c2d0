import { until } from '@barkyard/postgres/testing/until'
import { createDog, type Person, photo, signUp, twoMatched } from '../client.ts'
import { statusOf } from './processes.ts'
import { deliveryOf, storedIn, type Talker, twoTalkers } from './talk.ts'

const PAIRS = 6

export interface Outcome {
  /** Messages that were confirmed but not stored, or stored but not received or read by both sides; photos and barks that are gone. */
  lost: string[]
  doubled: number
  uploads: string
  barks: string
}

/** Chat of several pairs, uploads and barks, through a balancer. */
export class Load {
  readonly #url: string
  readonly #pairs: [Talker, Talker][] = []
  #running = false
  #side: Promise<void> = Promise.resolve()
  #photos = { ok: new Set<string>(), tried: 0, dogId: '' }
  #barks = { ok: 0, tried: 0 }
  /** Two sides that bark at each other in turn, because an unanswered bark is not stored again. */
  #barkers: { owner: Person; atDogId: string; matchId: string }[] = []

  constructor(url: string) {
    this.#url = url
  }

  get #talkers(): Talker[] {
    return this.#pairs.flat()
  }

  /** @param everyMs the interval between messages of each of the twelve senders. */
  async start(everyMs: number): Promise<void> {
    for (let n = 0; n < PAIRS; n++) this.#pairs.push(await twoTalkers(this.#url))
    const { first, second, matchId } = await twoMatched(this.#url)
    this.#photos.dogId = first.dog.id
    this.#barkers = [
      { owner: second.owner, atDogId: first.dog.id, matchId },
      { owner: first.owner, atDogId: second.dog.id, matchId },
    ]
    for (const talker of this.#talkers) await talker.open()
    for (const talker of this.#talkers) talker.start(everyMs)
    this.#running = true
    this.#side = this.#onTheSide(first.owner)
  }

  /** Sent and confirmed so far. */
  get counts(): { sent: number; confirmed: number } {
    return {
      sent: this.#talkers.reduce((sum, { sent }) => sum + sent.length, 0),
      confirmed: this.#talkers.reduce((sum, { confirmed }) => sum + confirmed.size, 0),
    }
  }

  /** Resolves once every sender has a confirmation of a message sent after this call. */
  async recovered(): Promise<void> {
    const from = this.#talkers.map(({ sent }) => sent.length)
    await until(
      () => this.#talkers.map(({ sent, confirmed }, index) => sent.slice(from[index]).filter(id => confirmed.has(id))),
      lists => lists.every(list => list.length > 0),
      180,
    )
  }

  async finish(): Promise<Outcome> {
    this.#running = false
    await this.#side
    const deliveries = await Promise.all(this.#pairs.map(pair => deliveryOf(pair, 5)))
    const lost = deliveries.flatMap(one => one.lost)
    const doubled = deliveries.reduce((sum, one) => sum + one.doubled, 0)
    for (const { chat } of this.#talkers) chat.socket.terminate()
    for (const url of this.#photos.ok) {
      const status = await statusOf(`${this.#url}${url}`)
      if (status !== 200) lost.push(`a photo (${status})`)
    }
    const [barker] = this.#barkers
    const barked = barker ? (await storedIn(barker.owner, barker.matchId)).length : 0
    if (barked < this.#barks.ok) lost.push(`${this.#barks.ok - barked} barks`)
    const uploads = `${this.#photos.ok.size}/${this.#photos.tried}`
    return { lost, doubled, uploads, barks: `${this.#barks.ok}/${this.#barks.tried}` }
  }

  async #onTheSide(owner: Person): Promise<void> {
    const png = await photo(600, 400)
    while (this.#running) {
      this.#photos.tried++
      const uploaded = await owner.upload(this.#photos.dogId, png).catch(() => null)
      if (uploaded?.status === 200) this.#photos.ok.add(uploaded.body.urlLarge)
      if (uploaded?.status === 409) {
        // The dog already has six photos, which is no failure.
        this.#photos.tried--
        this.#photos.dogId = (await createDog(owner).catch(() => null))?.id ?? this.#photos.dogId
      }
      this.#barks.tried++
      const [barker] = this.#barkers
      const barked = await barker?.owner.post('/api/bark', { toDogId: barker.atDogId }).catch(() => null)
      if (barked?.status === 200) {
        this.#barks.ok++
        this.#barkers.reverse()
      }
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
}

/** Whether a new user can sign up, which needs all parts. */
export const answers = (url: string): Promise<boolean> =>
  signUp(url).then(
    () => true,
    () => false,
  )
