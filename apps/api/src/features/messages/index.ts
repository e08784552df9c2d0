import { isHidden } from '@barkyard/db/queries/blocks/visibility'
import type { StoredMessage } from '@barkyard/db/queries/messages/messages'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { auditNoteAsDog, type Effects } from '../../platform/write.ts'
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

interface NewMessage {
  matchId: string
  senderDogId: string
  body: string
  clientId?: string | undefined
}

/**
 * Sends a message, for every transport: counts it and passes it to the writer at once, so that messages are stored in the
 * order in which they are sent.
 * @throws AppError too-many-requests, match-not-found, dog-hidden
 */
export async function sendMessage(
  { db, socketLimits, writer }: Pick<Services, 'db' | 'socketLimits' | 'writer'>,
  caller: Caller,
  message: NewMessage,
): Promise<StoredMessage> {
  if (!socketLimits.takeMessage(caller.userId))
    throw new AppError('too-many-requests', {
      message: 'Too many messages at once. Please wait a moment.',
      retryAfter: 1,
    })
  const stored = await writer.store({
    ...message,
    sentBy: caller.userId,
    audit: auditNoteAsDog(caller, 'message-sent-as-dog'),
  })
  if (stored === 'match-not-found' && (await isHidden(db, message.senderDogId))) throw new AppError('dog-hidden')
  return unwrapOrThrow(stored)
}
