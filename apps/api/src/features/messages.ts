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
        description: `The newest ${MESSAGES_DEFAULT}, or page by page: \`limit\` messages next to the one named by \`before\` (older) or \`after\` (newer). Older ones follow with \`before\` = the id of the first one answered.`,
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
          'The same as over the socket. Sent again with the same `clientId`, it is stored once and answers the message of then.',
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
        summary: 'Mark everything as seen',
        description: 'Everything up to now. An impersonating admin’s reading marks nothing.',
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
