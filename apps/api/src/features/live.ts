import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { SOCKETS_PER_USER } from '@barkyard/domain/socket'
import { notSignedIn } from '../access/demands.ts'
import { AppError } from '../errors.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

/** Events that wait for a slow reader at most; in the place of more than these it is told to read everything anew. */
const BACKLOG_MAX = 1_000
/** Every socket of both kinds, and a subscription on each: more than a browser ever opens. */
const LISTENERS_PER_USER = 3 * SOCKETS_PER_USER

export const liveRouter = router({
  /** Open while a page of the user is visible: what they look at is not pushed to them. Tells nothing. */
  visible: signedInProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<never> {
    const hide = ctx.services.presence.show(ctx.caller.userId)
    try {
      await new Promise<void>(resolve => {
        if (!signal || signal.aborted) resolve()
        else signal.addEventListener('abort', () => resolve(), { once: true })
      })
    } finally {
      hide()
    }
  }),

  /** Everything that happens to the user's dogs or the acting dog, as it happens. */
  events: signedInProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveEvent> {
    const { services, caller } = ctx
    if (services.hub.listenersOf(caller.userId) >= LISTENERS_PER_USER)
      throw new AppError('too-many-connections', { message: 'Too many subscriptions at once', retryAfter: 30 })
    const backlog: LiveEvent[] = []
    let ended = false
    let wake = () => {}
    const stop = services.hub.listen({
      sessionId: caller.id,
      userId: caller.userId,
      impersonatedDogId: null,
      isAdmin: caller.isAdmin,
      onEvent({ event }) {
        if (backlog.length < BACKLOG_MAX) backlog.push(event)
        else backlog.splice(0, BACKLOG_MAX, { type: 'refresh' })
        wake()
      },
      sessionEnded() {
        ended = true
        wake()
      },
    })
    const abort = () => {
      ended = true
      wake()
    }
    signal?.addEventListener('abort', abort)
    try {
      // Read once more now that whatever changes reaches the listener: what changed just before did not.
      const now = await services.sessions.find(caller.id)
      if (!now) throw notSignedIn()
      services.hub.setAdmin(caller.id, now.isAdmin)
      services.hub.actAs(caller.id, now.impersonatedDogId)
      await services.bus.settled()
      yield { type: 'started' }
      while (!ended) {
        const event = backlog.shift()
        if (event) yield event
        else {
          await new Promise<void>(resolve => {
            wake = resolve
          })
        }
      }
      if (!signal?.aborted) throw notSignedIn()
    } finally {
      signal?.removeEventListener('abort', abort)
      stop()
    }
  }),
})
