import type { User } from '@barkyard/domain/schemas/user'

/** A read of the API, as its procedure is called. */
export interface Question {
  /** "sniff.search" */
  path: string
  input?: unknown
  /** Read page by page. */
  isInfinite?: boolean
}

export interface FirstAnswer extends Question {
  data: unknown
}

/** What the server sends along with the page of somebody who is signed in, so that the page need not ask for it. */
export interface SentAlong {
  user: User
  answers: FirstAnswer[]
}

/** Of the element that holds it, as JSON. */
export const SENT_ALONG_ID = 'sent-along'

/** What came with this page, or null: it is a page that knows nobody, or was not served by our server. */
export function readSentAlong(): SentAlong | null {
  const text = document.getElementById(SENT_ALONG_ID)?.textContent
  return text ? (JSON.parse(text) as SentAlong) : null
}
