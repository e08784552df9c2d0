import type { User } from '@barkyard/domain/schemas/user'

/** A query of a procedure. */
export interface Question {
  /** "sniff.search" */
  path: string
  input?: unknown
  /** Whether it is an infinite query. */
  isInfinite?: boolean
}

export interface FirstAnswer extends Question {
  data: unknown
}

/** Data that the server sends along with the page of a signed-in user, which saves the page its first calls. */
export interface SentAlong {
  user: User
  answers: FirstAnswer[]
}

/** The id of the element that contains it as JSON. */
export const SENT_ALONG_ID = 'sent-along'

/** The data that came with this page. null if the page has no user or another server served it. */
export function readSentAlong(): SentAlong | null {
  const text = document.getElementById(SENT_ALONG_ID)?.textContent
  return text ? (JSON.parse(text) as SentAlong) : null
}
