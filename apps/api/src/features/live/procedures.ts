import { id } from '@barkyard/domain/schemas/fields'
import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { SOCKETS_PER_USER } from '@barkyard/domain/socket'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'
import { dogChanges, liveEvents } from './live-events.ts'

/** All sockets of both kinds with a subscription on each, which is more than a browser opens. */
const LISTENERS_PER_USER = 3 * SOCKETS_PER_USER

function requireFewListeners({ hub }: Services, userId: string): void {
  if (hub.listenersOf(userId) >= LISTENERS_PER_USER)
    throw new AppError('too-many-connections', { message: 'Too many subscriptions at once', retryAfter: 30 })
}

export const liveRouter = router({
  /** Open while a page of the user is visible, so that they get no pushes meanwhile. It sends no events. */
  visible: signedInProcedure
    .meta({ pageOnly: 'Keeps pushes back while a page is open.' })
    .subscription(async function* ({ ctx, signal }): AsyncGenerator<never> {
      const { services, caller } = ctx
      requireFewListeners(services, caller.userId)
      const hide = services.presence.show(caller.userId)
      let stop = () => {}
      try {
        await new Promise<void>(resolve => {
          // It counts as one of the user's listeners, and ends with the session.
          stop = services.hub.listen({ sessionId: caller.id, userId: caller.userId, sessionEnded: () => resolve() })
          if (!signal || signal.aborted) resolve()
          else signal.addEventListener('abort', () => resolve(), { once: true })
        })
      } finally {
        stop()
        hide()
      }
    }),

  events: signedInProcedure.meta({ pageOnly: '`GET /events` sends the same events.' }).subscription(async function* ({
    ctx,
    signal,
  }): AsyncGenerator<LiveEvent> {
    const { services, caller } = ctx
    requireFewListeners(services, caller.userId)
    yield* liveEvents(services, caller, signal)
  }),

  /** Says when a dog whose page is open has changed. Ends once the caller no longer sees the dog. */
  dog: signedInProcedure
    .meta({ pageOnly: 'Tells an open page of a dog that it has changed. `GET /dogs/{id}` returns its state.' })
    .input(z.object({ id }))
    .subscription(async function* ({ ctx, input, signal }) {
      const { services, caller } = ctx
      requireFewListeners(services, caller.userId)
      yield* dogChanges(services, caller, input.id, signal)
    }),
})
