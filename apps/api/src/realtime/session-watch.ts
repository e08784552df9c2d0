import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from '../auth/sessions.ts'
import type { Hub } from './hub.ts'

const EVERY_MS = 2_500

/** Looks after the sessions of open sockets: ends those that ended, moves those that act as another dog. @returns what stops it. */
export function watchSessions(hub: Hub, sessions: Sessions, log: FastifyBaseLogger): () => void {
  const check = async () => {
    for (const id of hub.sessionIds()) {
      const caller = await sessions.find(id)
      if (caller) hub.actAs(id, caller.impersonatedDogId)
      else hub.endSession(id)
    }
  }
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    // While the database is away sockets stay: the next round looks again.
    check()
      .catch(error => log.warn({ code: error?.code }, 'sessions of open sockets could not be checked'))
      .finally(() => {
        running = false
      })
  }, EVERY_MS)
  return () => clearInterval(timer)
}
