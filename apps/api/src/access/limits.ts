import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

/** Calls allowed per window of seconds (contract §7). */
const RULES = {
  calls: { points: 1200, duration: 60 },
  signInOfEmail: { points: 10, duration: 60 },
  signInOfAddress: { points: 50, duration: 60 },
  signUp: { points: 100, duration: 3600 },
  location: { points: 30, duration: 60 },
  bark: { points: 60, duration: 60 },
  upload: { points: 120, duration: 60 },
} as const
export type Rule = keyof typeof RULES

/**
 * Socket messages: 50 at once, 10 a second. Kept by each process for itself: a round trip to Redis before each message
 * would cost every sender more than it takes from one who spreads sockets over processes.
 */
const BURST = 50
const PER_SECOND = 10

/** Rate limits by user or network. */
export class Limits {
  readonly #limiters: Record<Rule, RateLimiterAbstract> | null
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  /** @param options.redis counts for all processes together; while it is away each counts for itself. */
  constructor(options: { enabled: boolean; redis?: Redis | undefined }) {
    const of = (rule: Rule) => limiter(rule, options.redis)
    this.#limiters = options.enabled
      ? {
          calls: of('calls'),
          signInOfEmail: of('signInOfEmail'),
          signInOfAddress: of('signInOfAddress'),
          signUp: of('signUp'),
          location: of('location'),
          bark: of('bark'),
          upload: of('upload'),
        }
      : null
  }

  /** Counts one call. @throws AppError TOO_MANY_REQUESTS with the seconds to wait. */
  async take(rule: Rule, key: string): Promise<void> {
    if (!this.#limiters) return
    try {
      await this.#limiters[rule].consume(key)
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal
    }
  }

  /** Takes back one call that was counted: it turned out not to be of the kind that is limited. */
  async giveBack(rule: Rule, key: string): Promise<void> {
    await this.#limiters?.[rule].reward(key)
  }

  /** Whether a user may send a socket message now: a bucket of 50 that fills by 10 a second. */
  takeMessage(userId: string, now = Date.now()): boolean {
    if (!this.#limiters) return true
    const bucket = this.#buckets.get(userId) ?? { tokens: BURST, at: now }
    const tokens = Math.min(BURST, bucket.tokens + ((now - bucket.at) / 1000) * PER_SECOND)
    this.#buckets.set(userId, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
    if (this.#buckets.size > 10_000) this.#dropFull(now)
    return tokens >= 1
  }

  /** A bucket that has had time to fill says nothing any more. */
  #dropFull(now: number): void {
    for (const [userId, { at }] of this.#buckets)
      if (now - at > (BURST / PER_SECOND) * 1000) this.#buckets.delete(userId)
  }
}

function limiter(rule: Rule, redis: Redis | undefined): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory({ ...RULES[rule], keyPrefix: rule })
  if (!redis) return inMemory
  return new RateLimiterRedis({
    ...RULES[rule],
    keyPrefix: `barkyard:limit:${rule}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inMemory,
    // Who is far over the limit is refused without asking.
    inMemoryBlockOnConsumed: RULES[rule].points + 1,
  })
}

function tooMany(ms: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(ms / 1000))
  return new AppError('TOO_MANY_REQUESTS', `Too many requests. Please try again in ${retryAfter} s.`, { retryAfter })
}
