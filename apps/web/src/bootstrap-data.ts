import type { User } from '@barkyard/domain/schemas/user'
import type { DehydratedState } from '@tanstack/react-query'

/** Data that the server sends along with the page of a signed-in user, which saves the page its first calls. */
export interface BootstrapData {
  user: User
  queries: DehydratedState
}

export const BOOTSTRAP_DATA_ID = 'bootstrap-data'

/** The data that came with this page. null if the page has no user or another server served it. */
export function readBootstrapData(): BootstrapData | null {
  const text = document.getElementById(BOOTSTRAP_DATA_ID)?.textContent
  return text ? (JSON.parse(text) as BootstrapData) : null
}
