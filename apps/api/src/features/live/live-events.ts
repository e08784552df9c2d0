import { setTimeout as pause } from 'node:timers/promises'
import { findDog } from '@barkyard/db/queries/dogs/dogs'
import { forDog, type LiveEvent } from '@barkyard/domain/schemas/live'
import { dayOf } from '@barkyard/domain/verification-days'
import { notSignedIn, viewerOf } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import type { Listener } from '../../platform/realtime/hub.ts'
import type { Services } from '../../services.ts'

/** The most events that wait for a slow reader. If there are more, one `refresh` replaces them. */
const BACKLOG_MAX = 1_000
/** The shortest time between two events about a dog in ms, so that one that is edited often costs its viewers little. */
const APART_MS = 1_000

/** Lets a generator sleep until it is woken or the signal aborts. */
function sleepUntil(signal: AbortSignal | undefined) {
  let wake = () => {}
  signal?.addEventListener('abort', () => wake(), { once: true })
  const sleep = () =>
    new Promise<void>(resolve => {
      wake = resolve
    })
  return { wake: () => wake(), sleep }
}

/** Events of the caller's dogs and the acting dog until the signal aborts. @throws AppError when the session ends. */
export async function* liveEvents(
  { hub, sessions, bus }: Pick<Services, 'hub' | 'sessions' | 'bus'>,
  caller: Caller,
  signal: AbortSignal | undefined,
): AsyncGenerator<LiveEvent> {
  const backlog: LiveEvent[] = []
  let ended = false
  const { wake, sleep } = sleepUntil(signal)
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
      else await sleep()
    }
    if (!signal?.aborted) throw notSignedIn()
  } finally {
    stop()
  }
}

/**
 * Yields when a dog that the caller sees has changed, until the signal aborts. It ends once they no longer see the dog, so
 * that a block looks like a deletion: the change that ends it is the last one.
 */
export async function* dogChanges(
  { hub, db, sessions, now }: Pick<Services, 'hub' | 'db' | 'sessions' | 'now'>,
  { id: sessionId, userId }: Caller,
  dogId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ type: 'changed' }> {
  let isChanged = false
  const { wake, sleep } = sleepUntil(signal)
  const isSeen = async () => {
    // The caller's active dog and rights may have changed.
    const caller = await sessions.find(sessionId)
    return caller !== null && (await findDog(db, viewerOf(caller, 'hiding'), dogId, dayOf(now()))) !== undefined
  }
  const stopWatching = hub.watchDog(dogId, () => {
    isChanged = true
    wake()
  })
  // It counts as one of the user's listeners.
  const stopListening = hub.listen({ sessionId, userId })
  try {
    // What ended it before the first look is told as well.
    if (!(await isSeen())) isChanged = true
    for (let seen = true; seen; ) {
      while (!isChanged && !signal?.aborted) await sleep()
      if (signal?.aborted) return
      isChanged = false
      seen = await isSeen()
      yield { type: 'changed' }
      await pause(APART_MS, undefined, { ...(signal && { signal }) }).catch(() => undefined)
    }
  } finally {
    stopWatching()
    stopListening()
  }
}
