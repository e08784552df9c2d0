import type { FastifyBaseLogger } from 'fastify'
import { isSuspended } from '../access/requirements.ts'
import type { Sessions } from '../access/sessions.ts'
import type { Hub } from './hub.ts'

export const CHECKED_EVERY_MS = 2_000

/** Checks the sessions of open sockets: closes sockets whose session has ended or is suspended, and updates the impersonated dog. */
export function watchSessions(hub: Hub, sessions: Sessions, now: () => Date, log: FastifyBaseLogger) {
  let isRunning = false
  let again = false

  async function run(): Promise<void> {
    while (again) {
      again = false
      for (const [id, caller] of await sessions.findAll(hub.sessionIds())) {
        if (caller && isSuspended(caller, now())) hub.endSession(id, 'suspended')
        else if (caller) {
          hub.actAs(id, caller.impersonatedDogId)
          hub.setRole(id, caller.role)
        } else hub.endSession(id)
      }
    }
  }

  /** Checks now, or again as soon as a running check has finished. */
  function checkNow(): void {
    again = true
    if (isRunning) return
    isRunning = true
    run()
      // While the database is unavailable, sockets stay open until the next check.
      .catch(error => log.warn({ code: error?.code }, 'sessions of open sockets could not be checked'))
      .finally(() => {
        isRunning = false
      })
  }

  const timer = setInterval(checkNow, CHECKED_EVERY_MS)
  return { checkNow, stop: () => clearInterval(timer) }
}
