import { recordHidden, recordSeen } from '@barkyard/db/queries/notifications/presence'
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
  /** Who was active since the last flush. */
  readonly #seen = new Map<string, Date>()
  /** The number of visible pages in this process, by user. */
  readonly #pages = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  /** What the next write notes: who is there, and whose last page was hidden. */
  readonly #there = new Map<string, Date>()
  readonly #hidden = new Set<string>()
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
    if (pages === 0) {
      this.#there.set(userId, this.#options.now())
      void this.#write()
    }
    let isShown = true
    return () => {
      if (!isShown) return
      isShown = false
      const left = (this.#pages.get(userId) ?? 1) - 1
      if (left > 0) this.#pages.set(userId, left)
      else {
        this.#pages.delete(userId)
        this.#hidden.add(userId)
        void this.#write()
      }
    }
  }

  async flush(): Promise<void> {
    for (const [userId, at] of this.#seen) this.#there.set(userId, at)
    this.#seen.clear()
    for (const userId of this.#pages.keys()) this.#there.set(userId, this.#options.now())
    await this.#write()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /**
   * One write at a time, which takes all that waits: that a page is hidden must not be overtaken by what says that it is
   * visible. Errors are only logged: presence is then less exact for a while.
   */
  #write(): Promise<void> {
    const { log } = this.#options
    this.#writing = this.#writing
      .then(() => this.#writeAll())
      .catch(error => log.warn({ code: error?.code }, 'who is there could not be noted'))
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    const { db } = this.#options
    const there = [...this.#there]
    const hidden = [...this.#hidden].filter(userId => !this.#pages.has(userId))
    this.#there.clear()
    this.#hidden.clear()
    const visibleUntil = (userId: string, at: Date) =>
      this.#pages.has(userId) ? new Date(at.getTime() + VISIBLE_MS) : null
    const seen = there.map(([userId, at]) => [userId, at, visibleUntil(userId, at)] as const)
    if (seen.length > 0) await recordSeen(db, seen)
    if (hidden.length > 0) await recordHidden(db, hidden)
  }
}
