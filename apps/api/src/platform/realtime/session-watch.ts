import type { FastifyBaseLogger } from 'fastify'
import { isSuspended } from '../access/requirements.ts'
import type { Sessions } from '../access/sessions.ts'
import type { Hub } from './hub.ts'

export const CHECKED_EVERY_MS = 2_000

/** Checks the sessions of open sockets: closes sockets whose session has ended or is suspended, and updates the impersonated dog. */
export class SessionWatch {
  readonly #hub: Hub
  readonly #sessions: Sessions
  readonly #now: () => Date
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #running = false
  #again = false

  constructor(hub: Hub, sessions: Sessions, now: () => Date, log: FastifyBaseLogger) {
    this.#hub = hub
    this.#now = now
    this.#sessions = sessions
    this.#log = log
    this.#timer = setInterval(() => this.checkNow(), CHECKED_EVERY_MS)
  }

  /** Checks now, or again as soon as a running check has finished. */
  checkNow(): void {
    this.#again = true
    if (this.#running) return
    this.#running = true
    this.#run()
      // While the database is unavailable, sockets stay open until the next check.
      .catch(error => this.#log.warn({ code: error?.code }, 'sessions of open sockets could not be checked'))
      .finally(() => {
        this.#running = false
      })
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false
      for (const [id, caller] of await this.#sessions.findAll(this.#hub.sessionIds())) {
        if (caller && isSuspended(caller, this.#now())) this.#hub.endSession(id, 'suspended')
        else if (caller) {
          this.#hub.actAs(id, caller.impersonatedDogId)
          this.#hub.setRole(id, caller.role)
        } else this.#hub.endSession(id)
      }
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
