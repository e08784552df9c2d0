import type { ReactNode } from 'react'

/** What stands between the messages of a chat without being one: it has no `seq`, and is in no count. */
export interface ChatInsert {
  key: string
  /** Its place: after the messages up to this time. ISO 8601. */
  at: string
  /** Whether it is the owner's own doing, which they want to see. */
  own: boolean
  node: ReactNode
}
