import type { LiveEvent } from '@barkyard/domain/live'
import { AppError } from '../errors.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

/** Events that wait for a slow reader at most; beyond it the subscription ends and the page starts anew. */
const BACKLOG_MAX = 1_000

export const liveRouter = router({
  /** Everything that happens to the user's dogs or the acting dog, as it happens. */
  events: signedInProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveEvent> {
    const { parts, caller } = ctx
    const backlog: LiveEvent[] = []
    let ended = false
    let wake = () => {}
    const stop = parts.hub.listen({
      sessionId: caller.id,
      userId: caller.userId,
      impersonatedDogId: caller.impersonatedDogId,
      isAdmin: caller.isAdmin,
      hear({ event }) {
        if (backlog.length < BACKLOG_MAX) backlog.push(event)
        else ended = true
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
      while (!ended) {
        const event = backlog.shift()
        if (event) yield event
        else {
          await new Promise<void>(resolve => {
            wake = resolve
          })
        }
      }
      if (!signal?.aborted) throw new AppError('UNAUTHORIZED', 'Please log in')
    } finally {
      signal?.removeEventListener('abort', abort)
      stop()
    }
  }),
})
