import { TYPING_EVERY_MS } from '@barkyard/domain/socket'
import type { Limits } from '../access/limits.ts'

const FRAMES = { burst: 100, perSecond: 20 }
/** Frames beyond that limit, from all sockets of a user within a minute. The socket that sends one more is closed. */
const BEYOND_MAX = 300
const BEYOND_MS = 60_000
/** Chat messages of a user, over REST and all sockets. */
export const MESSAGES_RATE = { burst: 50, perSecond: 10 }
/** With more users than this, expired counts are dropped. */
const USERS_KEPT = 10_000

interface Rate {
  burst: number
  perSecond: number
}

/** Holds up to `burst` tokens and fills by `perSecond`. */
class Bucket {
  readonly #rate: Rate
  #tokens: number
  #at: number

  constructor(rate: Rate, now: number) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#at = now
  }

  take(now: number): boolean {
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate.perSecond)
    this.#at = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }

  /** Whether the bucket is full again, so it need not be kept. */
  isFull(now: number): boolean {
    return (now - this.#at) * this.#rate.perSecond > this.#rate.burst * 1000
  }
}

/** What happens to a frame: it is read, refused, or refused with the socket's close. */
type FrameAction = 'read' | 'refuse' | 'close'

/**
 * Limits of frames and messages over sockets. Each process counts by itself: a round trip to Redis before each frame
 * would cost every sender more than it takes from an abuser who spreads sockets over processes.
 */
export class SocketLimits {
  readonly #limits: Limits
  readonly #now: () => number
  readonly #messages = new Map<string, Bucket>()
  /** When a dog's typing in a match was last taken. */
  readonly #typing = new Map<string, number>()
  readonly #beyond = new Map<string, { frames: number; since: number }>()

  /** @param now a time in ms that never goes backwards. */
  constructor(limits: Limits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  takeMessage(userId: string): boolean {
    if (!this.#limits.isEnabled) return true
    const now = this.#now()
    const bucket = this.#messages.get(userId) ?? new Bucket(MESSAGES_RATE, now)
    // Reinsert, so the map is in the order of last use and full buckets come first.
    this.#messages.delete(userId)
    this.#messages.set(userId, bucket)
    forgetFirst(this.#messages, other => other.isFull(now))
    return bucket.take(now)
  }

  /** Whether a dog's typing in a match may be told now, with or without limits. */
  takeTyping(dogId: string, matchId: string): boolean {
    const key = `${dogId} ${matchId}`
    const now = this.#now()
    const isOver = (at: number) => now - at >= TYPING_EVERY_MS
    if (!isOver(this.#typing.get(key) ?? Number.NEGATIVE_INFINITY)) return false
    // Reinsert, so the map is in the order of time and the first ones are over first.
    this.#typing.delete(key)
    this.#typing.set(key, now)
    forgetFirst(this.#typing, isOver)
    return true
  }

  /** Takes back what `takeTyping` counted: nobody was told. */
  returnTyping(dogId: string, matchId: string): void {
    this.#typing.delete(`${dogId} ${matchId}`)
  }

  /** Counts the frames of a new socket, one after the other. */
  framesOf(userId: string): () => FrameAction {
    if (!this.#limits.isEnabled) return () => 'read'
    const bucket = new Bucket(FRAMES, this.#now())
    return () => {
      const now = this.#now()
      if (bucket.take(now)) return 'read'
      return this.#isFlood(userId, now) ? 'close' : 'refuse'
    }
  }

  /** Counts by user, so that a new socket does not reset the count. */
  #isFlood(userId: string, now: number): boolean {
    const known = this.#beyond.get(userId)
    if (known && now - known.since < BEYOND_MS) return ++known.frames > BEYOND_MAX
    // Reinsert, so the map is in the order of their start and expired windows come first.
    this.#beyond.delete(userId)
    this.#beyond.set(userId, { frames: 1, since: now })
    forgetFirst(this.#beyond, ({ since }) => now - since >= BEYOND_MS)
    return false
  }
}

/** Drops the first entries of a map that is too large, until one that still counts. */
function forgetFirst<T>(users: Map<string, T>, isOver: (one: T) => boolean): void {
  if (users.size <= USERS_KEPT) return
  for (const [id, one] of users) {
    if (!isOver(one)) return
    users.delete(id)
  }
}
