import type { StoredMessage } from '@barkyard/db/queries/messages/messages'
import { eventFor } from '../../platform/realtime/bus.ts'
import type { Effects } from '../../platform/write.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'

/** A message is stored, and whom it notifies is. @param sentBy the user whose sockets also receive its clientId. */
export function messageStored(effects: Effects, stored: StoredMessage, sentBy: string): void {
  const { message, clientId, dogIds, userIds, ownDogs } = stored
  effects.event({
    ...eventFor(userIds, { type: 'message', message }, { dogIds, ownDogs }),
    ...(clientId !== null && { clientId: { userId: sentBy, value: clientId } }),
  })
  notified(effects, stored.notified)
}

/** Tells what was just stored, unless it was known. Its sender counts as active. */
export function onStored(
  { carryOut, presence }: Pick<Services, 'carryOut' | 'presence'>,
  stored: StoredMessage,
  { sentBy }: { sentBy: string },
): void {
  if (!stored.isNew) return
  void carryOut(effects => messageStored(effects, stored, sentBy))
  presence.seen(sentBy)
}
