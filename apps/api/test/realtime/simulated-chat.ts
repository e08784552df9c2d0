import type { Chance } from '@barkyard/art/random'
import type { Message } from '@barkyard/domain/schemas/message'
import type { FastifyBaseLogger } from 'fastify'
import { messageStored } from '../../src/features/messages/index.ts'
import { MessageWriter } from '../../src/features/messages/message-writer.ts'
import { AppError } from '../../src/platform/errors.ts'
import { eventFor } from '../../src/platform/realtime/bus.ts'
import { Hub } from '../../src/platform/realtime/hub.ts'
import { RedisBus } from '../../src/platform/realtime/redis-bus.ts'
import { Effects } from '../../src/platform/write.ts'
import type { SimulatedDatabase, SimulatedMatch } from './simulated-database.ts'
import type { SimulatedRedis } from './simulated-redis.ts'
import { SimulatedProcess, type SimulatedTime } from './simulated-time.ts'

const LOCK_TIMEOUT_MS = 1_000

const silent = () => {}
const log = { debug: silent, info: silent, warn: silent, error: silent } as unknown as FastifyBaseLogger

/** A process of the app: its writer and its bus, over the simulated database and Redis. */
export class ChatProcess extends SimulatedProcess {
  readonly hub: Hub
  readonly bus: RedisBus
  readonly writer: MessageWriter

  constructor(time: SimulatedTime, chance: Chance, database: SimulatedDatabase, redis: SimulatedRedis) {
    super(time, chance)
    const { clock } = this
    const queries = database.queriesOf(this)
    this.hub = new Hub(clock)
    const handlers = {
      hub: this.hub,
      sessions: { forget: silent, forgetSession: silent },
      checkSessions: silent,
      wakeJobs: silent,
      created: silent,
    }
    this.bus = new RedisBus(redis.connect(this), { clock, log, queries, handlers })
    this.writer = new MessageWriter({
      clock,
      queries,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      cores: chance.next() < 0.5 ? 2 : 4,
      onStored: (stored, { sentBy }) => {
        if (stored.isNew) this.publish(effects => messageStored(effects, stored, sentBy))
      },
    })
  }

  publish(collect: (effects: Effects) => void): void {
    const effects = new Effects()
    collect(effects)
    for (const message of effects.messages) this.bus.publish(message)
  }
}

/** The outcome of a message that a client sent. */
export interface Sent {
  body: string
  matchId: string
  process: ChatProcess
  /** 'refused': certainly not stored; 'failed': perhaps stored. */
  outcome: 'pending' | 'stored' | 'refused' | 'failed'
  /** It was sent again under the same clientId. */
  isResent: boolean
  seq?: number
}

/** A live event, such as "seen", which is published but not stored. */
export interface PublishedEvent {
  id: string
  userId: string
  process: ChatProcess
  at: number
}

/** One socket of a user, from its opening to its end, with everything that it received. */
export interface Connection {
  name: string
  userId: string
  process: ChatProcess
  /** When it began to listen, in simulated time. */
  since: number
  /** Messages by match, as the page read them after the socket had opened. */
  read: Map<string, Set<string>>
  received: { message: Message; at: number }[]
  /** When it was told that it receives all events from now on; null until then. */
  startedAt: number | null
  /** The ids of the events that it received. */
  events: string[]
  /** When it was last told to read everything again. */
  refreshedAt: number
  isOpen: boolean
  close: () => void
}

interface Options {
  time: SimulatedTime
  chance: Chance
  database: SimulatedDatabase
  matches: readonly SimulatedMatch[]
  userId: string
  name: string
  /** A process that runs. */
  pickProcess: () => ChatProcess
}

/** A user's page: it keeps a socket open, sends messages, and sends unconfirmed ones again. */
export class ChatClient {
  readonly connections: Connection[] = []
  readonly sent: Sent[] = []
  readonly published: PublishedEvent[] = []
  readonly #options: Options
  #current: Connection
  #number = 0

  constructor(options: Options) {
    this.#options = options
    this.#current = this.connect()
  }

  /** Replaces the socket by a new one, perhaps to another process, and reads the matches. */
  connect(): Connection {
    const { time, chance, userId, name, pickProcess } = this.#options
    this.#current?.close()
    const process = pickProcess()
    const connection: Connection = {
      name: `${name}.${this.connections.length}`,
      userId,
      process,
      since: time.now,
      read: new Map(),
      received: [],
      startedAt: null,
      events: [],
      refreshedAt: Number.NEGATIVE_INFINITY,
      isOpen: true,
      close: silent,
    }
    const stop = process.hub.listen({
      sessionId: connection.name,
      userId,
      impersonatedDogId: null,
      onEvent: ({ event }) => {
        if (!connection.isOpen) return
        if (event.type === 'message') connection.received.push({ message: event.message, at: time.now })
        if (event.type === 'seen') connection.events.push(event.matchId)
        if (event.type === 'refresh') connection.refreshedAt = time.now
      },
      sessionEnded: silent,
      fellBehind: () => void this.connect(),
    })
    connection.close = () => {
      connection.isOpen = false
      stop()
    }
    void process.bus.settled().then(() => {
      connection.startedAt = time.now
    })
    time.after(chance.between(0, chance.next() < 0.5 ? 1 : 20), () => this.#readMatches(connection))
    this.connections.push(connection)
    this.#current = connection
    return connection
  }

  /** Leaves a process that has died. */
  leaveDead(): void {
    if (this.#current.process.isDead) this.connect()
  }

  /** Publishes an event to all sockets of the user. */
  see(): void {
    const { time, userId, name } = this.#options
    const { process } = this.#current
    if (process.isDead) return
    const id = `event ${this.published.length} of ${name}`
    this.published.push({ id, userId, process, at: time.now })
    process.publish(effects => effects.event(eventFor([userId], { type: 'seen', matchId: id })))
  }

  /** Sends a message to a match. Default: to one of the user's. */
  say(matchId?: string): void {
    const { chance, matches, name } = this.#options
    const match = matchId
      ? matches.find(({ id }) => id === matchId)
      : matches[Math.floor(chance.next() * matches.length)]
    if (match) this.#send(match, `${name} ${this.#number++}`, chance.next() < 0.7)
  }

  #readMatches(connection: Connection): void {
    for (const { id } of this.#options.matches) {
      const bodies = this.#options.database.messagesOf(id).map(({ body }) => body)
      connection.read.set(id, new Set(bodies))
    }
  }

  /** Without a clientId a message is not sent again: it could be stored twice. */
  #send(match: SimulatedMatch, body: string, hasClientId: boolean, isResent = false): void {
    const { time, userId, chance } = this.#options
    const { process } = this.#current
    const sent: Sent = { body, matchId: match.id, process, outcome: 'pending', isResent }
    this.sent.push(sent)
    const senderDogId = match.dogIds[match.userIds.indexOf(userId)] ?? ''
    const again = () => {
      if (!hasClientId) return
      sent.isResent = true
      this.#send(match, body, true, true)
    }
    // No confirmation comes from a process that has died.
    time.after(chance.between(2_000, 4_000), () => {
      if (process.isDead && sent.outcome === 'pending') again()
    })
    process.writer
      .store({ matchId: match.id, senderDogId, body, sentBy: userId, ...(hasClientId && { clientId: body }) })
      .then(
        stored => {
          sent.outcome = 'stored'
          if (stored !== 'match-not-found') sent.seq = stored.message.seq
        },
        error => {
          sent.outcome = error instanceof AppError ? 'refused' : 'failed'
          if (chance.next() < 0.5) time.after(chance.between(100, 1_000), again)
        },
      )
  }
}
