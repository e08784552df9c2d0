import { until } from '@barkyard/postgres/testing/until'
import { createDog, type Person, photo, signUp, twoMatched } from '../client.ts'
import { storedIn, Talker } from './talk.ts'

const PAIRS = 6

export interface Outcome {
  /** The share of sent messages that were confirmed during the fault, 0 to 1. */
  held: number
  /** Messages that were confirmed but not stored, or stored but not received or read by both sides; photos and barks that are gone. */
  lost: string[]
  doubled: number
  uploads: string
  barks: string
}

/** Chat of several pairs, uploads and barks, through a balancer. */
export class Load {
  readonly #url: string
  readonly #talkers: Talker[] = []
  #poster: Person | undefined
  #running = false
  #side: Promise<void> = Promise.resolve()
  #photos = { ok: new Set<string>(), tried: 0, dogId: '' }
  #barks = { ok: 0, tried: 0, matchId: '' }
  /** Two sides that bark at each other in turn, because an unanswered bark is not stored again. */
  #barkers: { owner: Person; atDogId: string }[] = []

  constructor(url: string) {
    this.#url = url
  }

  /** @param everyMs the interval between messages of each of the twelve senders. */
  async start(everyMs: number): Promise<void> {
    for (let n = 0; n < PAIRS; n++) {
      const { first, second, matchId } = await twoMatched(this.#url)
      this.#talkers.push(
        new Talker(first.owner, first.dog.id, matchId),
        new Talker(second.owner, second.dog.id, matchId),
      )
    }
    const { first, second, matchId } = await twoMatched(this.#url)
    this.#poster = first.owner
    this.#photos.dogId = first.dog.id
    this.#barks = { ok: 0, tried: 0, matchId }
    this.#barkers = [
      { owner: second.owner, atDogId: first.dog.id },
      { owner: first.owner, atDogId: second.dog.id },
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

  async finish(held: number): Promise<Outcome> {
    this.#running = false
    await this.#side
    await Promise.all(this.#talkers.map(talker => talker.finish()))
    const outcome: Outcome = { held, lost: [], doubled: 0, uploads: '', barks: '' }
    for (let index = 0; index < this.#talkers.length; index += 2) {
      const pair = this.#talkers.slice(index, index + 2)
      const [one] = pair
      if (!one) continue
      const stored = await storedIn(one.person, one.matchId)
      const bodies = stored.map(({ body }) => body)
      outcome.doubled += bodies.length - new Set(bodies).size
      const kept = new Set(bodies)
      for (const talker of pair) {
        for (const id of talker.confirmed)
          if (!kept.has(id)) outcome.lost.push(`the message ${id}, confirmed but not stored`)
        const unknown = () => {
          const { known } = talker
          return stored
            .filter(({ seq }) => !known.has(seq))
            .map(({ body }) => `the message ${body}, stored but not received`)
        }
        // Messages may still be in transit.
        outcome.lost.push(...(await until(unknown, [], 5).catch(unknown)))
        outcome.doubled += talker.doubled
        talker.chat.socket.terminate()
      }
    }
    for (const url of this.#photos.ok) {
      const { status } = await fetch(`${this.#url}${url}`)
      if (status !== 200) outcome.lost.push(`a photo (${status})`)
    }
    if (this.#poster) {
      const stored = (await storedIn(this.#poster, this.#barks.matchId)).length
      if (stored < this.#barks.ok) outcome.lost.push(`${this.#barks.ok - stored} barks`)
    }
    outcome.uploads = `${this.#photos.ok.size}/${this.#photos.tried}`
    outcome.barks = `${this.#barks.ok}/${this.#barks.tried}`
    return outcome
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
