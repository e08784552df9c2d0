import type { Db } from '@barkyard/db/open'
import { noteHidden, noteSeen } from '@barkyard/db/queries/notifications/presence'
import type { PlatformServices } from '../../platform/write.ts'

const FLUSH_EVERY_MS = 20_000
/** A page counts as visible for this long after its process last renewed it. */
const VISIBLE_MS = 50_000
/** The most users between two flushes. Further ones are recorded at their next call. */
const SEEN_MAX = 50_000

type PresenceOptions = Pick<PlatformServices, 'db' | 'now' | 'log'>

/**
 * Which users are active, for all processes: recently active users get no mail, and users with a visible page get no push.
 * It is kept in memory and written for all users at once, three times a minute; that a page became visible is written at once.
 */
export class Presence {
  readonly #options: PresenceOptions
  #seen = new Map<string, Date>()
  /** The number of visible pages in this process, by user. */
  readonly #pages = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  /** Writes happen one after the other: that a page is hidden must not be overtaken by what says that it is visible. */
  #writing: Promise<void> = Promise.resolve()

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS)
  }

  seen(userId: string): void {
    if (this.#seen.size < SEEN_MAX) this.#seen.set(userId, this.#options.now())
  }

  /** Call this when a page becomes visible. @returns a function to call when it is hidden or closed. */
  show(userId: string): () => void {
    const pages = this.#pages.get(userId) ?? 0
    this.#pages.set(userId, pages + 1)
    if (pages === 0) void this.#noteSeen([[userId, this.#options.now()]])
    let isShown = true
    return () => {
      if (!isShown) return
      isShown = false
      const left = (this.#pages.get(userId) ?? 1) - 1
      if (left > 0) this.#pages.set(userId, left)
      else {
        this.#pages.delete(userId)
        void this.#write(db => noteHidden(db, userId))
      }
    }
  }

  async flush(): Promise<void> {
    const seen = this.#seen
    this.#seen = new Map()
    for (const userId of this.#pages.keys()) seen.set(userId, this.#options.now())
    if (seen.size > 0) void this.#noteSeen([...seen])
    await this.#writing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  #noteSeen(seen: readonly (readonly [userId: string, at: Date])[]): Promise<void> {
    const visibleUntil = (userId: string, at: Date) =>
      this.#pages.has(userId) ? new Date(at.getTime() + VISIBLE_MS) : null
    return this.#write(db =>
      noteSeen(
        db,
        seen.map(([userId, at]) => [userId, at, visibleUntil(userId, at)]),
      ),
    )
  }

  /** Errors are only logged: presence is then less exact for a while. */
  #write(work: (db: Db) => Promise<unknown>): Promise<void> {
    const { db, log } = this.#options
    const write = async () => {
      await work(db).catch(error => log.warn({ code: error?.code }, 'who is there could not be noted'))
    }
    this.#writing = this.#writing.then(write)
    return this.#writing
  }
}
