import type { Caller } from '../access/sessions.ts'
import type { Parts } from '../parts.ts'

/** What a call knows of its caller, over every transport. */
export interface Context {
  parts: Parts
  /** null = signed out. */
  caller: Caller | null
  /** The address, for limits of those who are signed out. */
  address: string
  /** Came over a socket, whose caller is known from when it opened: it may listen, nothing else. */
  isSocket?: boolean
}
