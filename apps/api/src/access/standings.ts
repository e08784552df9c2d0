import { LIMITS, type Rule } from './limits.ts'

/** What is left of a limit. */
interface Standing {
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

/** The limits that a request counted for, as its answer tells them (draft-ietf-httpapi-ratelimit-headers). */
export class Standings {
  readonly #standings: Standing[] = []

  note(standing: Standing): void {
    this.#standings.push(standing)
  }

  /** The values of `RateLimit-Policy` and `RateLimit`; null where nothing was counted. */
  headers(): { policy: string; left: string } | null {
    if (this.#standings.length === 0) return null
    return {
      policy: this.#standings.map(({ rule }) => POLICIES[rule]).join(', '),
      left: this.#standings.map(({ rule, remaining, reset }) => `"${rule}";r=${remaining};t=${reset}`).join(', '),
    }
  }
}
