import type { FastifyBaseLogger } from 'fastify'
import type { Audience, Hub } from './hub.ts'
import type { MessageOrder } from './message-order.ts'
import type { Missed } from './read-missed.ts'

const RETRY_MS = 500
/** Users asked for in one query. */
const CHUNK = 500
/** Beyond it they are made to come back and read. */
export const MISSED_MAX = 2_000

interface Options {
  hub: Hub
  order: MessageOrder
  log: FastifyBaseLogger
  fetch: (query: { userIds: string[]; dogIds: string[]; since: number; limit: number }) => Promise<Missed[] | null>
}

/** Reads what listeners may have missed and tells them; while the database is away it tries again. */
export class CatchUp {
  readonly #options: Options
  #waiting: { userIds: Set<string>; dogIds: Set<string>; since: number } | null = null
  #running: Promise<void> | null = null
  #closed = false
  /** What is being read now goes back to here. */
  #reading: number | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** @param since `performance.now()` */
  request({ userIds, dogIds }: Audience, since: number): void {
    if (userIds.length === 0 && dogIds.length === 0) return
    this.#waiting ??= { userIds: new Set(), dogIds: new Set(), since }
    this.#waiting.since = Math.min(this.#waiting.since, since)
    for (const id of userIds) this.#waiting.userIds.add(id)
    for (const id of dogIds) this.#waiting.dogIds.add(id)
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  /** Since when something may be missing that is being read, null where nothing is. */
  get missingSince(): number | null {
    const since = Math.min(this.#reading ?? Number.POSITIVE_INFINITY, this.#waiting?.since ?? Number.POSITIVE_INFINITY)
    return since === Number.POSITIVE_INFINITY ? null : since
  }

  /** Resolves when nothing is left to be told. */
  async settled(): Promise<void> {
    await this.#running
  }

  close(): void {
    this.#closed = true
  }

  async #run(): Promise<void> {
    // Those who come within one turn of the event loop are asked for together.
    await new Promise(resolve => setImmediate(resolve))
    while (this.#waiting && !this.#closed) {
      const { userIds, dogIds, since } = this.#waiting
      this.#waiting = null
      this.#reading = since
      const chunks = [...chunksOf([...userIds]).map(ids => ({ userIds: ids, dogIds: [] as string[] }))]
      for (const ids of chunksOf([...dogIds])) chunks.push({ userIds: [], dogIds: ids })
      for (const chunk of chunks) await this.#tell(chunk, since)
      this.#reading = null
    }
  }

  async #tell(chunk: { userIds: string[]; dogIds: string[] }, since: number): Promise<void> {
    const { hub, order, log, fetch } = this.#options
    for (let told = false; !told && !this.#closed; ) {
      try {
        const missed = await fetch({ ...chunk, since, limit: MISSED_MAX })
        if (missed) order.tellMissed(missed)
        else hub.fallBehind(chunk)
        told = true
      } catch (error) {
        log.warn({ type: error instanceof Error ? error.name : typeof error }, 'missed messages cannot be read yet')
        await new Promise(resolve => setTimeout(resolve, RETRY_MS).unref())
      }
    }
  }
}

const chunksOf = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) => ids.slice(index * CHUNK, (index + 1) * CHUNK))
