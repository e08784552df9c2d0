import { setTimeout as pause } from 'node:timers/promises'
import { findDog } from '@barkyard/db/queries/dogs/dogs'
import { dayOf } from '@barkyard/domain/verification-days'
import type { Caller } from '../../platform/access/sessions.ts'
import { viewerOf } from '../../platform/access/viewer.ts'
import type { Services } from '../../services.ts'

/** The shortest time between two events in ms, so that a dog that is edited often costs its viewers little. */
const APART_MS = 1_000

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
  let wake = () => {}
  const onChange = () => {
    isChanged = true
    wake()
  }
  const abort = () => wake()
  const isSeen = async () => {
    // The caller's active dog and rights may have changed.
    const caller = await sessions.find(sessionId)
    return caller !== null && (await findDog(db, viewerOf(caller, 'hiding'), dogId, dayOf(now()))) !== undefined
  }
  const stopWatching = hub.watchDog(dogId, onChange)
  // It counts as one of the user's listeners.
  const stopListening = hub.listen({ sessionId, userId })
  signal?.addEventListener('abort', abort)
  try {
    for (let seen = await isSeen(); seen; ) {
      while (!isChanged && !signal?.aborted) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
      if (signal?.aborted) return
      isChanged = false
      seen = await isSeen()
      yield { type: 'changed' }
      await pause(APART_MS, undefined, { ...(signal && { signal }) }).catch(() => undefined)
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    stopWatching()
    stopListening()
  }
}
