import { auditOfMessage } from '../access/audit.ts'
import type { Caller } from '../access/sessions.ts'
import { AppError } from '../errors.ts'
import type { MessageWriter } from '../realtime/message-writer.ts'
import type { Services } from '../services.ts'
import { whyUnstored } from './why-unstored.ts'

interface NewMessage {
  matchId: string
  senderDogId: string
  body: string
  /** The same one from the same dog is stored once. */
  clientId?: string | undefined
}

/**
 * Sends a message, over whichever transport it came: counts it, and hands it to the writer at once, so that messages are
 * stored in the order in which they are sent.
 * @throws AppError too-many-requests, match-not-found, dog-hidden
 */
export async function sendMessage(
  services: Services,
  caller: Caller,
  message: NewMessage,
): Promise<NonNullable<Awaited<ReturnType<MessageWriter['store']>>>> {
  const { socketLimits, writer } = services
  if (!socketLimits.takeMessage(caller.userId))
    throw new AppError('too-many-requests', {
      message: 'Too many messages at once. Please wait a moment.',
      retryAfter: 1,
    })
  const stored = await writer.store({ ...message, sentBy: caller.userId, audit: auditOfMessage(caller) })
  if (!stored) throw await whyUnstored(services, message.senderDogId)
  return stored
}
