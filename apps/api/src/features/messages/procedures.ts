import { listMessages } from '@barkyard/db/queries/messages'
import { markSeen } from '@barkyard/db/queries/seen'
import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { messageSchema, messagesQuerySchema, newMessageSchema } from '@barkyard/domain/schemas/message'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { AppError, notFound } from '../errors.ts'
import { messagesSeen, notificationsChanged } from '../realtime/notify.ts'
import { actingProcedure, router, trustedOutput } from '../trpc/init.ts'
import { sendMessage } from './send-message.ts'

const tags = ['messages']

export const messagesRouter = router({
  list: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/messages/{matchId}', tags, operationId: 'listMessages' },
        summary: 'Messages of a match, oldest first',
        description: `By default the newest ${MESSAGES_DEFAULT}. \`before\` and \`after\` answer up to \`limit\` messages that are older or newer than the given one. For older messages, pass the id of the first message of the answer as \`before\`.`,
        errors: ['match-not-found', 'unknown-message'],
      },
    })
    .input(messagesQuerySchema)
    .output(trustedOutput(z.array(messageSchema)))
    .query(async ({ ctx, input }) => {
      const messages = await listMessages(ctx.services.db, ctx.actingDogId, input)
      if (messages === 'no match') throw notFound('Match')
      if (messages === 'no message')
        throw new AppError('unknown-message', { path: input.before === undefined ? 'after' : 'before' })
      return messages
    }),

  send: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/messages/{matchId}', tags, operationId: 'sendMessage' },
        summary: 'Send a message as the acting dog',
        description:
          'The same as over the socket. A repeated request with the same `clientId` answers the message that the first one stored.',
        errors: ['match-not-found', 'dog-hidden'],
        example: { body: { body: 'Woof! Dolores Park at nine?', clientId: 'answer-1' } },
      },
      asDog: 'message-sent-as-dog',
    })
    .input(newMessageSchema.extend({ matchId: id }))
    .output(messageSchema)
    .mutation(async ({ ctx: { services, caller, actingDogId }, input }) => {
      const { message } = await sendMessage(services, caller, { ...input, senderDogId: actingDogId })
      return message
    }),

  markSeen: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/messages/{matchId}/mark-seen', tags, operationId: 'markMessagesSeen' },
        summary: 'Mark the messages of a match as seen',
        description: 'All messages up to now. It does nothing while an admin impersonates.',
        errors: ['match-not-found'],
      },
      asDog: 'chat-opened-as-dog',
    })
    .input(z.object({ matchId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller, actingDogId } = ctx
      const seen = await ctx.writes.write(async db => {
        // Reading by an impersonating admin does not change the owner's unread counts.
        const answer = await markSeen(db, actingDogId, input.matchId, {
          now: services.now(),
          peek: caller.isImpersonating,
        })
        if (answer === 'no match') throw notFound('Match')
        return answer
      })
      if (seen.messages) messagesSeen(services, caller.userId, input.matchId)
      if (seen.notifications) notificationsChanged(services, [caller.userId])
      return { ok: true as const }
    }),
})
