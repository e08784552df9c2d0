import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { id } from '@barkyard/domain/schemas/text'
import { SOCKETS_PER_USER } from '@barkyard/domain/socket'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { dogChanges } from '../realtime/dog-changes.ts'
import { liveEvents } from '../realtime/live-events.ts'
import type { Services } from '../services.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

/** All sockets of both kinds with a subscription on each, which is more than a browser opens. */
const LISTENERS_PER_USER = 3 * SOCKETS_PER_USER

function demandFewListeners({ hub }: Services, userId: string): void {
  if (hub.listenersOf(userId) >= LISTENERS_PER_USER)
    throw new AppError('too-many-connections', { message: 'Too many subscriptions at once', retryAfter: 30 })
}

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
    demandFewListeners(services, caller.userId)
    yield* liveEvents(services, caller, signal)
  }),

  /** Says when a dog whose page is open has changed. Ends once the caller no longer sees the dog. */
  dog: signedInProcedure.input(z.object({ id })).subscription(async function* ({ ctx, input, signal }) {
    const { services, caller } = ctx
    demandFewListeners(services, caller.userId)
    yield* dogChanges(services, caller, input.id, signal)
  }),
})
