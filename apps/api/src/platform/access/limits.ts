import { SIGHTINGS_AN_HOUR } from '@barkyard/domain/lost'
import type { Redis } from 'ioredis'
import ipaddr from 'ipaddr.js'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

/** Calls allowed per window of seconds, and what of them counts, for the guide. */
export const LIMITS = {
  calls: { points: 1200, duration: 60, counts: 'calls of a user, or of an IP address if nobody is signed in' },
  signInOfEmail: { points: 10, duration: 60, counts: 'failed sign-ins for one e-mail from one address' },
  signInOfAddress: { points: 50, duration: 60, counts: 'failed sign-ins from one address' },
  signIn: { points: 30, duration: 3600, counts: 'sign-ins to one account from one address' },
  passkeyChallenge: { points: 60, duration: 60, counts: 'sign-ins with a passkey that were begun, from one address' },
  signUp: { points: 100, duration: 3600, counts: 'sign-ups from one address' },
  location: { points: 30, duration: 60, counts: 'location updates' },
  bark: { points: 60, duration: 60, counts: 'barks' },
  proposal: { points: 30, duration: 60, counts: 'proposals and counter-proposals of playdates' },
  signal: { points: 30, duration: 60, counts: 'signals “late” and “here”, and phrases' },
  upload: { points: 120, duration: 60, counts: 'photo uploads' },
  decoding: { points: 300, duration: 60, counts: 'tenths of a second that your photos take to decode' },
  forgotOfEmail: { points: 5, duration: 3600, counts: 'password reset links for one e-mail from one address' },
  forgotOfAddress: { points: 20, duration: 3600, counts: 'password reset links from one address' },
  mailOfAddress: { points: 5, duration: 3600, counts: 'mails with a link to one e-mail; further ones are not sent' },
  verification: { points: 5, duration: 3600, counts: 'e-mail confirmation links' },
  accountExport: { points: 3, duration: 24 * 3600, counts: 'exports of the account' },
  pushEndpoint: { points: 60, duration: 3600, counts: 'push subscriptions' },
  pushTest: { points: 10, duration: 3600, counts: 'test pushes' },
  sighting: { points: SIGHTINGS_AN_HOUR, duration: 3600, counts: 'sightings of lost dogs' },
  sightingOfAddress: { points: 5, duration: 3600, counts: 'sightings from one address by people without an account' },
  posterSighting: { points: 50, duration: 24 * 3600, counts: 'sightings of one dog by people without an account' },
  posterHolding: {
    points: 10,
    duration: 24 * 3600,
    counts: 'further ones of people who hold the dog and send a photo',
  },
  report: { points: 20, duration: 24 * 3600, counts: 'reports' },
  dogVerification: { points: 60, duration: 3600, counts: 'requests to check a dog' },
  calendar: { points: 60, duration: 3600, counts: 'readings of a calendar feed' },
  webhook: { points: 60, duration: 3600, counts: 'webhooks created and tested' },
  vitals: { points: 60, duration: 60, counts: 'measurements of pages from one address' },
  places: { points: 240, duration: 60, counts: 'city names looked up' },
} as const
export type Rule = keyof typeof LIMITS

interface CountedLimit {
  rule: Rule
  /** Calls that may still be made. */
  remaining: number
  /** Seconds until all may be made again. */
  reset: number
}

/** Written once: each answer carries it. */
const POLICIES = Object.fromEntries(
  Object.entries(LIMITS).map(([rule, { points, duration }]) => [rule, `"${rule}";q=${points};w=${duration}`]),
) as Record<Rule, string>

/** The limits that a request counted for. */
export type LimitHeaders = CountedLimit[]

/** The headers of a response that state them (draft-ietf-httpapi-ratelimit-headers). */
export const headersOf = (counted: LimitHeaders) => ({
  'ratelimit-policy': counted.map(({ rule }) => POLICIES[rule]).join(', '),
  ratelimit: counted.map(({ rule, remaining, reset }) => `"${rule}";r=${remaining};t=${reset}`).join(', '),
})

/** The calls of one request that may be made. */
export interface Allowance {
  /** Uses one call. @throws AppError TOO_MANY_REQUESTS if none is left. */
  take(): void
}

const ALL: Allowance = { take: () => {} }

const allowanceOf = (calls: number, refusal: AppError): Allowance => ({
  take() {
    if (calls-- <= 0) throw refusal
  },
})

export class Limits {
  readonly isEnabled: boolean
  readonly #limiters: Record<Rule, RateLimiterAbstract> | null

  /** @param options.redis counts for all processes; while it is unavailable, each process counts alone. */
  constructor(options: { enabled: boolean; redis?: Redis | undefined }) {
    this.isEnabled = options.enabled
    const limiters = Object.keys(LIMITS).map(rule => [rule, limiter(rule as Rule, options.redis)])
    this.#limiters = options.enabled ? Object.fromEntries(limiters) : null
  }

  /** Counts one call, also for the answer's headers. @throws AppError TOO_MANY_REQUESTS with the seconds to wait. */
  async take(rule: Rule, key: string, limitHeaders?: LimitHeaders): Promise<void> {
    await this.takeSome(rule, key, 1, limitHeaders)
  }

  /** Like `take`, for what is silently left out beyond its limit, and then not counted. @returns whether it is within the limit. */
  async allows(rule: Rule, key: string): Promise<boolean> {
    try {
      await this.take(rule, key)
      return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await this.giveBack(rule, key)
      return false
    }
  }

  /** Counts the calls of one request. @returns how many may be made. @throws like take if none may. */
  async takeSome(rule: Rule, key: string, wanted: number, limitHeaders?: LimitHeaders): Promise<Allowance> {
    if (!this.#limiters) return ALL
    try {
      const counted = await this.#limiters[rule].consume(key, wanted)
      limitHeaders?.push({ rule, remaining: counted.remainingPoints, reset: seconds(rule, counted) })
      return ALL
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      limitHeaders?.push({ rule, remaining: 0, reset: seconds(rule, refusal) })
      const granted = wanted - (refusal.consumedPoints - LIMITS[rule].points)
      if (granted <= 0) throw tooMany(rule, refusal)
      return allowanceOf(granted, tooMany(rule, refusal))
    }
  }

  /** Counts what a call has cost, once that is known. @throws nothing: the next call is refused. */
  async spend(rule: Rule, key: string, points: number): Promise<void> {
    await this.#limiters?.[rule].penalty(key, points).catch(() => undefined)
  }

  /** @throws like take if nothing is left to spend. */
  async requireLeft(rule: Rule, key: string, limitHeaders?: LimitHeaders): Promise<void> {
    await this.takeSome(rule, key, 0, limitHeaders)
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
  })
}

/** Until the window ends. The library subtracts wall clocks, so a clock that is set back must not make it longer. */
const seconds = (rule: Rule, { msBeforeNext }: RateLimiterRes) =>
  Math.min(LIMITS[rule].duration, Math.max(1, Math.ceil(msBeforeNext / 1000)))

function tooMany(rule: Rule, refusal: RateLimiterRes): AppError {
  const retryAfter = seconds(rule, refusal)
  return new AppError('too-many-requests', {
    message: `Too many requests. Please try again in ${retryAfter} s.`,
    retryAfter,
  })
}

/**
 * The network whose limits an address counts for. One subscriber has a whole IPv6 /64 (RFC 6177), so that is the network
 * of an IPv6 address. An IPv4 address, also one mapped into IPv6, is its own network.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
    : `${parsed}`
}
