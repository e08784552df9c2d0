import { forDog, type LiveEvent } from '@barkyard/domain/schemas/live'
import { notSignedIn } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import type { Listener } from '../../platform/realtime/hub.ts'
import type { Services } from '../../services.ts'

/** The most events that wait for a slow reader. If there are more, one `refresh` replaces them. */
const BACKLOG_MAX = 1_000

/** Events of the caller's dogs and the acting dog until the signal aborts. @throws AppError when the session ends. */
export async function* liveEvents(
  { hub, sessions, bus }: Pick<Services, 'hub' | 'sessions' | 'bus'>,
  caller: Caller,
  signal: AbortSignal | undefined,
): AsyncGenerator<LiveEvent> {
  const backlog: LiveEvent[] = []
  let ended = false
  let wake = () => {}
  const listener: Listener = {
    sessionId: caller.id,
    userId: caller.userId,
    role: caller.role,
    onEvent({ event, ownDogs }) {
      const dogId = ownDogs?.[caller.userId] ?? listener.impersonatedDogId ?? null
      if (backlog.length < BACKLOG_MAX) backlog.push(forDog(event, dogId))
      else backlog.splice(0, BACKLOG_MAX, { type: 'refresh' })
      wake()
    },
    sessionEnded() {
      ended = true
      wake()
    },
  }
  const stop = hub.listen(listener)
  const abort = () => {
    ended = true
    wake()
  }
  signal?.addEventListener('abort', abort)
  try {
    // Read the session again, because changes before listening began did not reach the listener.
    const now = await sessions.find(caller.id)
    if (!now) throw notSignedIn()
    hub.setRole(caller.id, now.role)
    hub.actAs(caller.id, now.impersonatedDogId)
    await bus.settled()
    yield { type: 'started' }
    while (!ended && !signal?.aborted) {
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
}
