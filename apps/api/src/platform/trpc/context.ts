import type { Allowance } from '../access/limits.ts'
import type { Caller } from '../access/sessions.ts'
import type { Standings } from '../access/standings.ts'
import type { Services } from '../services.ts'

/** Calls in one request, or in one frame of a socket. */
export const CALLS_PER_BATCH = 20

/** The context of a call, for every transport. */
export interface Context {
  services: Services
  /** Finds the current caller. Asked for each call, because a socket may outlive its session. null = signed out. */
  whoCalls(): Promise<Caller | null>
  /** The calls that were counted at the door. Absent over a socket, whose frames are counted as they arrive. */
  allowance?: Allowance | undefined
  /** The limits for the headers of the answer. Absent over a socket. */
  standings?: Standings | undefined
  /** The call came over a socket, which may only subscribe. */
  isSocket?: boolean
}
