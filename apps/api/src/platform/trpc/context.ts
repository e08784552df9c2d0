import type { Allowance, LimitHeaders } from '../access/limits.ts'
import type { Caller } from '../access/sessions.ts'
import type { Services } from '../write.ts'

/** Calls in one request, or in one frame of a socket. */
export const CALLS_PER_BATCH = 20

/** What follows the page that a call returns, for its headers. */
export interface PageInfo {
  /** The parameter of the next page, `cursor` for most lists. null: nothing follows. */
  next: { parameter: string; value: string } | null
}

export interface Context {
  services: Services
  /** Finds the current caller. Asked for each call, because a socket may outlive its session. null = signed out. */
  resolveCaller(): Promise<Caller | null>
  /** The calls that were counted before the body was read. Absent over a socket, whose frames are counted as they arrive. */
  allowance?: Allowance | undefined
  /** The limits for the headers of the answer. Absent over a socket. */
  limitHeaders?: LimitHeaders | undefined
  arrivedAt?: Date | undefined
  /** Where a list says what follows it. Absent for transports that have no place for it. */
  page?: PageInfo | undefined
  /** The call came over a socket, which may only subscribe. */
  isSocket?: boolean
}
