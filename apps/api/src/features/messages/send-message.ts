import type { StoredMessage } from '@barkyard/db/queries/messages'
import { isUnseen } from '@barkyard/db/queries/visibility'
import { auditOfMessage } from '../access/audit.ts'
import type { Caller } from '../access/sessions.ts'
import { AppError, notFound } from '../errors.ts'
import type { Services } from '../services.ts'

interface NewMessage {
  matchId: string
  senderDogId: string
  body: string
  /** Messages of a dog with the same clientId are stored once. */
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
  const stored = await writer.store({ ...message, sentBy: caller.userId, audit: auditOfMessage(caller) })
  if (stored === 'no match')
    throw (await isUnseen(db, message.senderDogId)) ? new AppError('dog-hidden') : notFound('Match')
  return stored
}
