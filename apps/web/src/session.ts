import type { User } from '@barkyard/domain/schemas/user'
import type { DehydratedState } from '@tanstack/react-query'
import { forgetPerson } from './lib/forget.ts'
import { createStore } from './lib/store.ts'

/** The state of the session, known before the signed-in app is downloaded. */
export type Session =
  | { status: 'loading' }
  /** `hasEnded`: without the user, who is told. */
  | { status: 'signed-out'; hasEnded: boolean }
  | { status: 'signed-in'; user: User }
  | { status: 'unreachable' }

export const session = createStore<Session>({ status: 'loading' })

/** What the server sends along with the page of a signed-in user, which saves the page its first calls. */
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

export const startSession = (user: User) => session.set({ status: 'signed-in', user })

/** Asks the server for the user, if the page did not come with it. Never throws: errors are a state of the session. */
async function askSession(): Promise<Session> {
  try {
    const answer = await fetch('/api/auth/user', { headers: { accept: 'application/json' } })
    if (answer.status === 401) return { status: 'signed-out', hasEnded: false }
    if (!answer.ok) return { status: 'unreachable' }
    return { status: 'signed-in', user: (await answer.json()) as User }
  } catch {
    return { status: 'unreachable' }
  }
}

/** @param lastSeen reads the last user of this device, for when the server cannot be reached */
export async function loadSession(lastSeen?: () => Promise<User | null>) {
  if (session.get().status === 'unreachable') session.set({ status: 'loading' })
  const asked = await askSession()
  const user = asked.status === 'unreachable' ? await lastSeen?.() : null
  if (asked.status === 'signed-out') void forgetPerson()
  session.set(user ? { status: 'signed-in', user } : asked)
}

/** Call this when the session has ended: the landing page replaces the app. */
export function endSession() {
  void forgetPerson()
  session.set({ status: 'signed-out', hasEnded: true })
}
