import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'
import type { Standings } from './standings.ts'

/** Calls allowed per window of seconds. */
export const LIMITS = {
  calls: { points: 1200, duration: 60 },
  signInOfEmail: { points: 10, duration: 60 },
  signInOfAddress: { points: 50, duration: 60 },
  signUp: { points: 100, duration: 3600 },
  location: { points: 30, duration: 60 },
  bark: { points: 60, duration: 60 },
  proposal: { points: 30, duration: 60 },
  signal: { points: 30, duration: 60 },
  upload: { points: 120, duration: 60 },
  forgotOfEmail: { points: 5, duration: 3600 },
  forgotOfAddress: { points: 20, duration: 3600 },
  verification: { points: 5, duration: 3600 },
  accountExport: { points: 3, duration: 24 * 3600 },
  pushEndpoint: { points: 60, duration: 3600 },
  pushTest: { points: 10, duration: 3600 },
  report: { points: 20, duration: 24 * 3600 },
} as const
export type Rule = keyof typeof LIMITS

/** How many calls of one request may be made. */
export class Allowance {
  #left: number
  readonly #refusal: AppError | null

  constructor(calls: number, refusal: AppError | null) {
    this.#left = calls
    this.#refusal = refusal
  }

  /** Uses one call. @throws AppError TOO_MANY_REQUESTS if none is left. */
  take(): void {
    if (this.#refusal && this.#left-- <= 0) throw this.#refusal
  }
}

/** Rate limits by user or network. */
export class Limits {
  readonly isEnabled: boolean
  readonly #limiters: Record<Rule, RateLimiterAbstract> | null

  /** @param options.redis counts for all processes; while it is away, each process counts alone. */
  constructor(options: { enabled: boolean; redis?: Redis | undefined }) {
    this.isEnabled = options.enabled
    const of = (rule: Rule) => limiter(rule, options.redis)
    this.#limiters = options.enabled
      ? {
          calls: of('calls'),
          signInOfEmail: of('signInOfEmail'),
          signInOfAddress: of('signInOfAddress'),
          signUp: of('signUp'),
          location: of('location'),
          bark: of('bark'),
          proposal: of('proposal'),
          signal: of('signal'),
          upload: of('upload'),
          forgotOfEmail: of('forgotOfEmail'),
          forgotOfAddress: of('forgotOfAddress'),
          verification: of('verification'),
          accountExport: of('accountExport'),
          pushEndpoint: of('pushEndpoint'),
          pushTest: of('pushTest'),
          report: of('report'),
        }
      : null
  }

  /**
   * Counts one call.
   * @param standings collects the limit for the headers of the answer.
   * @throws AppError TOO_MANY_REQUESTS with the seconds to wait.
   */
  async take(rule: Rule, key: string, standings?: Standings): Promise<void> {
    await this.takeSome(rule, key, 1, standings)
  }

  /** Counts the calls of one request. @returns how many may be made. @throws like take if none may. */
  async takeSome(rule: Rule, key: string, wanted: number, standings?: Standings): Promise<Allowance> {
    if (!this.#limiters) return new Allowance(wanted, null)
    try {
      const counted = await this.#limiters[rule].consume(key, wanted)
      standings?.note({ rule, remaining: counted.remainingPoints, reset: seconds(counted) })
      return new Allowance(wanted, null)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      standings?.note({ rule, remaining: 0, reset: seconds(refusal) })
      // It is 0 if a key far over its limit is refused without asking Redis.
      const beyond = refusal.consumedPoints === 0 ? wanted : refusal.consumedPoints - LIMITS[rule].points
      const granted = wanted - beyond
      if (granted <= 0) throw tooMany(refusal)
      return new Allowance(granted, tooMany(refusal))
    }
  }

  /** Uncounts calls that turned out not to be limited. */
  async giveBack(rule: Rule, key: string, calls = 1): Promise<void> {
    await this.#limiters?.[rule].reward(key, calls)
  }
}

function limiter(rule: Rule, redis: Redis | undefined): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory({ ...LIMITS[rule], keyPrefix: rule })
  if (!redis) return inMemory
  return new RateLimiterRedis({
    ...LIMITS[rule],
    keyPrefix: `barkyard:limit:${rule}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inMemory,
    // A key that is far over its limit is refused without asking Redis.
    inMemoryBlockOnConsumed: LIMITS[rule].points + 1,
  })
}

const seconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

function tooMany(refusal: RateLimiterRes): AppError {
  const retryAfter = seconds(refusal)
  return new AppError('too-many-requests', {
    message: `Too many requests. Please try again in ${retryAfter} s.`,
    retryAfter,
  })
}
