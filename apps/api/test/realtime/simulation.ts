import { makeChance } from '@barkyard/art/random'
import { ChatClient, ChatProcess, type Connection } from './simulated-chat.ts'
import { SimulatedDatabase, type SimulatedMatch } from './simulated-database.ts'
import { SimulatedRedis } from './simulated-redis.ts'
import { SimulatedTime } from './simulated-time.ts'

/** Then the faults end and the clients stop sending. */
const ACTIVE_MS = 4_000
/** By then everything has arrived, even after a lock, a doubtful message and the last retry. */
const SETTLED_MS = ACTIVE_MS + 14_000
const END_MS = SETTLED_MS + 3_000
/** The most by which a process mistakes the time of the database's clock: the slowest answer. */
const CLOCK_ERROR_MS = 160

const id = (kind: string, n: number) => `00000000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`

/** One run of the chat: several processes, senders and faults, all chosen by the seed. */
export class Simulation {
  readonly #time = new SimulatedTime()
  readonly #chance
  readonly #database: SimulatedDatabase
  readonly #redis: SimulatedRedis
  readonly #matches: SimulatedMatch[] = []
  readonly #processes: ChatProcess[] = []
  readonly #clients: ChatClient[] = []

  constructor(seed: number) {
    const chance = makeChance(String(seed))
    this.#chance = chance
    const users = 2 + Math.floor(chance.next() * 3)
    for (let n = 0; n < 1 + Math.floor(chance.next() * 3); n++) {
      const [one, other] = [n % users, (n + 1) % users]
      this.#matches.push({
        id: id('a', n),
        dogIds: [id('b', one), id('b', other)],
        userIds: [id('c', one), id('c', other)],
      })
    }
    this.#database = new SimulatedDatabase(this.#time, chance, this.#matches)
    this.#redis = new SimulatedRedis(this.#time, chance)
    this.#redis.repeats = chance.next() * 0.2
    for (let n = 0; n < 2 + Math.floor(chance.next() * 2); n++) this.#startProcess()
    for (let n = 0; n < users; n++) {
      const userId = id('c', n)
      const matches = this.#matches.filter(({ userIds }) => userIds.includes(userId))
      if (matches.length === 0) continue
      for (let socket = 0; socket < 1 + Math.floor(chance.next() * 2); socket++) {
        const name = `client ${n}${'ab'[socket]}`
        const [time, database] = [this.#time, this.#database]
        const pickProcess = () => this.#pickProcess()
        this.#clients.push(new ChatClient({ time, chance, database, matches, userId, name, pickProcess }))
      }
    }
  }

  /** @returns the promises that were broken, as sentences. */
  async run(): Promise<string[]> {
    this.#planFaults()
    for (const client of this.#clients) this.#planClient(client)
    await this.#time.runUntil(SETTLED_MS)
    const broken = [...this.#checkComplete(this.#sentByDeadProcesses()), ...this.#checkEvents()]
    // A process that dies between a commit and its publishing leaves a message that no other knows of, until the next
    // message of the match shows that one is missing.
    for (const { id: matchId } of this.#matches) for (const client of this.#clients) client.say(matchId)
    await this.#time.runUntil(END_MS)
    broken.push(...this.#checkComplete(new Set()))
    return [...broken, ...this.#checkStored(), ...this.#connections().flatMap(one => this.#checkOrder(one))]
  }

  #startProcess(): void {
    this.#processes.push(new ChatProcess(this.#time, this.#chance, this.#database, this.#redis))
  }

  #pickProcess(): ChatProcess {
    return this.#oneOf(this.#processes.filter(({ isDead }) => !isDead))
  }

  #oneOf<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#chance.next() * items.length)]
    if (item === undefined) throw new Error('There is nothing to choose from')
    return item
  }

  #planClient(client: ChatClient): void {
    const chance = this.#chance
    const messages = Math.floor(chance.next() * 10)
    // Often at once, so that they meet in a batch.
    const burst = chance.between(0, ACTIVE_MS)
    for (let n = 0; n < messages; n++) {
      const at = chance.next() < 0.5 ? burst + chance.between(0, 5) : chance.between(0, ACTIVE_MS)
      this.#time.after(at, () => {
        client.leaveDead()
        client.say()
      })
    }
    for (let n = 0; n < Math.floor(chance.next() * 3); n++)
      this.#time.after(chance.between(0, ACTIVE_MS), () => {
        // Messages may be stored between the page's read and the start of a slow subscription.
        if (chance.next() < 0.5) this.#redis.stall(chance.between(1, 50))
        client.connect()
        if (chance.next() < 0.5) this.#oneOf(this.#clients).say()
      })
    for (let n = 0; n < Math.floor(chance.next() * 6); n++)
      this.#time.after(chance.between(0, ACTIVE_MS), () => client.see())
  }

  #planFaults(): void {
    const chance = this.#chance
    const length = () => chance.between(10, chance.next() < 0.7 ? 500 : 3_500)
    const faults = [
      () => this.#redis.kill(length()),
      () => this.#redis.freeze(length()),
      () => this.#redis.stall(length()),
      () => {
        this.#redis.cut()
        // Some events are published before the connections are back.
        for (const client of this.#clients) this.#time.after(chance.between(0, 120), () => client.see())
      },
      () => this.#pickProcess().block(length() / 3),
      () => this.#database.lock(this.#oneOf(this.#matches).id, length()),
      () => this.#databaseFault('isUnavailable', length()),
      () => this.#databaseFault('breaks', length()),
      () => this.#kill(),
    ]
    for (let n = 0; n < Math.floor(chance.next() * 5); n++)
      this.#time.after(chance.between(0, ACTIVE_MS), () => this.#oneOf(faults)())
  }

  #databaseFault(kind: 'isUnavailable' | 'breaks', ms: number): void {
    if (kind === 'isUnavailable') this.#database.isUnavailable = true
    else this.#database.breaks = 0.4
    this.#time.after(ms, () => {
      if (kind === 'isUnavailable') this.#database.isUnavailable = false
      else this.#database.breaks = 0
    })
  }

  /** Kills a process without a warning; another takes its place. */
  #kill(): void {
    this.#pickProcess().isDead = true
    this.#startProcess()
    this.#time.after(this.#chance.between(0, 500), () => {
      for (const client of this.#clients) client.leaveDead()
    })
  }

  /** Each message is stored once, as its sender was told, and in the order in which it was sent. */
  #checkStored(): string[] {
    const broken: string[] = []
    const stored = new Map<string, number>()
    for (const { id: matchId } of this.#matches)
      for (const [index, { body, seq }] of this.#database.messagesOf(matchId).entries()) {
        if (stored.has(body)) broken.push(`"${body}" is stored twice`)
        if (seq !== index + 1) broken.push(`"${body}" has number ${seq} and is message ${index + 1} of its match`)
        stored.set(body, seq)
      }
    for (const { sent } of this.#clients) {
      const first = sent.filter(({ isResent }) => !isResent)
      for (const { body, outcome, process, isResent, seq } of sent) {
        if (outcome === 'pending' && !process.isDead) broken.push(`"${body}" was neither stored nor refused`)
        if (outcome === 'stored' && stored.get(body) !== seq) broken.push(`"${body}" was confirmed and is not stored`)
        if (outcome === 'refused' && !isResent && stored.has(body)) broken.push(`"${body}" was refused and is stored`)
      }
      for (const [index, { body, seq, matchId, process }] of first.entries()) {
        const later = first.slice(index + 1).filter(other => other.matchId === matchId && other.process === process)
        for (const other of later)
          if (seq !== undefined && other.seq !== undefined && other.seq < seq)
            broken.push(`"${other.body}" was sent after "${body}" and stored before it`)
      }
    }
    return broken
  }

  #connections(): Connection[] {
    return this.#clients.flatMap(({ connections }) => connections)
  }

  #sentByDeadProcesses(): Set<string> {
    const sent = this.#clients.flatMap(client => client.sent)
    return new Set(sent.filter(({ process }) => process.isDead).map(({ body }) => body))
  }

  /** Each socket receives a message once, and after those before it. */
  #checkOrder({ name, received, since }: Connection): string[] {
    const broken: string[] = []
    for (const { id: matchId } of this.#matches) {
      const storedAt = new Map(this.#database.messagesOf(matchId).map(row => [row.seq, row.storedAt]))
      const seen: number[] = []
      for (const { message } of received.filter(one => one.message.matchId === matchId)) {
        const { seq, body } = message
        if (seen.includes(seq)) broken.push(`${name} received "${body}" twice`)
        const overtakenBy = seen.find(one => one > seq)
        const stored = storedAt.get(seq) ?? Number.NaN
        // What was stored about when the socket opened may come at any place.
        const isFromBefore = stored < since + CLOCK_ERROR_MS
        if (overtakenBy !== undefined && !isFromBefore)
          broken.push(`${name} received "${body}" (${seq}) after message ${overtakenBy}`)
        seen.push(seq)
      }
    }
    return broken
  }

  /** A socket receives each event once. If it missed one, it was told to read everything again. */
  #checkEvents(): string[] {
    const published = this.#clients.flatMap(client => client.published)
    return this.#connections().flatMap(({ name, userId, process, startedAt, events, refreshedAt, isOpen }) => {
      const broken = events
        .filter((event, index) => events.indexOf(event) !== index)
        .map(event => `${name} received "${event}" twice`)
      if (!isOpen || process.isDead || startedAt === null) return broken
      for (const event of published) {
        const isDue = event.userId === userId && event.at > startedAt && !event.process.isDead
        if (isDue && !events.includes(event.id) && refreshedAt < event.at)
          broken.push(`${name} missed "${event.id}" at ${Math.round(event.at)} and was not told to refresh`)
      }
      return broken
    })
  }

  /** Each open socket has received each message of its user, or read it when it opened. */
  #checkComplete(except: ReadonlySet<string>): string[] {
    const open = this.#connections().filter(({ isOpen, process }) => isOpen && !process.isDead)
    return open.flatMap(({ name, userId, received, read }) => {
      const bodies = new Set(received.map(({ message }) => message.body))
      return this.#matches
        .filter(({ userIds }) => userIds.includes(userId))
        .flatMap(({ id: matchId }) => this.#database.messagesOf(matchId))
        .filter(({ body, matchId }) => !except.has(body) && !bodies.has(body) && !read.get(matchId)?.has(body))
        .map(
          ({ body, seq, storedAt }) => `${name} never received "${body}" (${seq}), stored at ${Math.round(storedAt)}`,
        )
    })
  }
}
