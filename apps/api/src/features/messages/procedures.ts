import { listMessages } from '@barkyard/db/queries/messages/messages'
import { markSeen } from '@barkyard/db/queries/notifications/seen'
import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import { id } from '@barkyard/domain/schemas/fields'
import { messageSchema, messagesQuerySchema, newMessageSchema } from '@barkyard/domain/schemas/message'
import { z } from 'zod'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { actingProcedure, doneOutput, router, trustedOutput } from '../../platform/trpc/init.ts'
import { sendMessage } from './index.ts'

export const messagesRouter = router({
  list: actingProcedure
    .meta({
      rest: 'GET /messages/{matchId}',
      operationId: 'listMessages',
      summary: 'Messages of a match, oldest first',
      description: `By default the newest ${MESSAGES_DEFAULT}. \`before\` and \`after\` return up to \`limit\` messages that are older or newer than the given one. The header \`Link\` leads to the next page: to newer messages with \`after\`, otherwise to older ones.`,
      errors: ['match-not-found', 'unknown-message'],
      isLinked: true,
    })
    .input(messagesQuerySchema)
    .output(trustedOutput(z.array(messageSchema)))
    .query(async ({ ctx, input }) => {
      const { limit, after } = input
      const found = await listMessages(ctx.services.db, ctx.viewer, { ...input, limit: limit + 1 })
      const messages = unwrapOrThrow(found, {
        'unknown-message': { path: input.before === undefined ? 'after' : 'before' },
      })
      if (messages.length <= limit) return messages
      // The oldest one is too many if older messages follow, the newest one if newer do.
      const page = after === undefined ? messages.slice(1) : messages.slice(0, limit)
      const edge = after === undefined ? page[0] : page.at(-1)
      if (ctx.page && edge) ctx.page.next = { parameter: after === undefined ? 'before' : 'after', value: edge.id }
      return page
    }),

  send: actingProcedure
    .meta({
      rest: 'POST /messages/{matchId}',
      operationId: 'sendMessage',
      summary: 'Send a message as the acting dog',
      description:
        'The same as over the socket. A repeated request with the same `clientId` returns the message that the first one stored.',
      errors: ['match-not-found', 'dog-hidden'],
      asDog: 'message-sent-as-dog',
    })
    .input(newMessageSchema.extend({ matchId: id }))
    .output(messageSchema)
    .mutation(async ({ ctx: { services, caller, viewer }, input }) => {
      const { message } = await sendMessage(services, caller, { ...input, senderDogId: viewer.dogId })
      return message
    }),

  markSeen: actingProcedure
    .meta({
      rest: 'POST /messages/{matchId}/mark-seen',
      operationId: 'markMessagesSeen',
      summary: 'Mark the messages of a match as seen',
      done: 'All messages of the match up to now are seen.',
      description: 'All messages up to now. It does nothing while an admin impersonates.',
      errors: ['match-not-found'],
      asDog: 'chat-opened-as-dog',
    })
    .input(z.object({ matchId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, viewer, write }, input: { matchId } }) =>
      write(async (trx, effects) => {
        // Reading by an impersonating admin does not change the owner's unread counts.
        const options = { now: services.now(), peek: caller.isImpersonating }
        const seen = unwrapOrThrow(await markSeen(trx, viewer, matchId, options))
        // The owner's other pages drop the badge.
        if (seen.messages)
          effects.event(
            eventFor([caller.userId], { type: 'seen', matchId }, { ownDogs: { [caller.userId]: viewer.dogId } }),
          )
        if (seen.notifications) effects.event(eventFor([caller.userId], { type: 'notifications' }))
      }),
    ),
})
