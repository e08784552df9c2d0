import type { Chance } from '@barkyard/art/random'
import type { Message } from '@barkyard/domain/schemas/message'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../src/errors.ts'
import { Hub } from '../../src/realtime/hub.ts'
import { MessageWriter } from '../../src/realtime/message-writer.ts'
import { messageStored } from '../../src/realtime/notify.ts'
import { RedisBus } from '../../src/realtime/redis-bus.ts'
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
    }
    this.bus = new RedisBus(redis.connect(this), { clock, log, queries, handlers })
    this.writer = new MessageWriter({
      clock,
      queries,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      onStored: (stored, { sentBy }) => {
        if (stored.isNew) messageStored(this, stored, sentBy)
      },
    })
  }
}

/** What became of a message that a client sent. */
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

/** A user's page: it keeps a socket open, sends messages, and sends again what was not confirmed. */
export class ChatClient {
  readonly connections: Connection[] = []
  readonly sent: Sent[] = []
  readonly #options: Options
  #current: Connection
  #number = 0

  constructor(options: Options) {
    this.#options = options
    this.#current = this.connect()
  }

  /** Opens a new socket in the place of the present one, perhaps to another process, and reads the matches. */
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
      isOpen: true,
      close: silent,
    }
    const stop = process.hub.listen({
      sessionId: connection.name,
      userId,
      impersonatedDogId: null,
      onEvent: ({ event }) => {
        if (event.type === 'message' && connection.isOpen)
          connection.received.push({ message: event.message, at: time.now })
      },
      sessionEnded: silent,
      fellBehind: () => void this.connect(),
    })
    connection.close = () => {
      connection.isOpen = false
      stop()
    }
    time.after(chance.between(0, 20), () => this.#readMatches(connection))
    this.connections.push(connection)
    this.#current = connection
    return connection
  }

  /** Leaves a process that has died. */
  leaveDead(): void {
    if (this.#current.process.isDead) this.connect()
  }

  /** Sends a message to a match; to one of the user's where none is given. */
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
          if (stored) sent.seq = stored.message.seq
        },
        error => {
          sent.outcome = error instanceof AppError ? 'refused' : 'failed'
          if (chance.next() < 0.5) time.after(chance.between(100, 1_000), again)
        },
      )
  }
}
