import type { Allowance } from '../access/limits.ts'
import type { Caller } from '../access/sessions.ts'
import type { Standings } from '../access/standings.ts'
import type { Services } from '../services.ts'

/** Calls in one request, or in one frame of a socket. */
export const CALLS_PER_BATCH = 20

/** What a call knows about its caller, over every transport. */
export interface Context {
  services: Services
  /** The present caller, found again for each call, because a socket lives long. null = signed out. */
  whoCalls(): Promise<Caller | null>
  /** The calls that were counted at the door; absent over a socket, whose frames are counted as they come. */
  allowance?: Allowance
  /** What the answer tells of the limits; absent over a socket. */
  standings?: Standings | undefined
  /** The call came over a socket, which may only subscribe. */
  isSocket?: boolean
}
