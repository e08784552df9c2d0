import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { SOCKETS_PER_USER } from '@barkyard/domain/socket'
import { AppError } from '../errors.ts'
import { liveEvents } from '../realtime/live-events.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

/** All sockets of both kinds with a subscription on each, which is more than a browser opens. */
const LISTENERS_PER_USER = 3 * SOCKETS_PER_USER

export const liveRouter = router({
  /** Open while a page of the user is visible, so that they get no pushes meanwhile. It sends no events. */
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

  /** Events of the user's dogs and of the acting dog, as they happen. */
  events: signedInProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveEvent> {
    const { services, caller } = ctx
    if (services.hub.listenersOf(caller.userId) >= LISTENERS_PER_USER)
      throw new AppError('too-many-connections', { message: 'Too many subscriptions at once', retryAfter: 30 })
    yield* liveEvents(services, caller, signal)
  }),
})
