import { type BlockRefusal, blockOwner, listBlocks, undoBlock } from '@barkyard/db/queries/blocks'
import { BLOCKS_DEFAULT, BLOCKS_MAX } from '@barkyard/domain/block'
import type { ErrorReason } from '@barkyard/domain/errors'
import { blockSchema } from '@barkyard/domain/schemas/block'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { listQuerySchema } from '@barkyard/domain/schemas/paging'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { viewerOf } from '../access/viewer.ts'
import { AppError, knownPage, notFound } from '../errors.ts'
import { dogsChanged } from '../realtime/notify.ts'
import { OTHER_ID } from '../rest/examples.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

const tags = ['safety']

const REFUSALS = {
  'not found': 'dog-not-found',
  own: 'own-dog',
  unowned: 'unowned-dog',
  full: 'blocks-full',
} as const satisfies Record<BlockRefusal, ErrorReason>

/** Blocks and ended matches of an account, whichever dog it acts as. */
export const blocksRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/blocks', tags, operationId: 'listBlocks' },
        summary: 'Your blocks and ended matches, newest first',
        description: `Owners whom you blocked, and matches that you ended. The default limit is ${BLOCKS_DEFAULT}.`,
      },
      listLimit: BLOCKS_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(blockSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const { limit = BLOCKS_DEFAULT, cursor } = input ?? {}
      return knownPage(await listBlocks(services.db, caller.userId, { limit, cursor }))
    }),

  create: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/blocks', tags, operationId: 'blockOwner' },
        summary: 'Block the owner of a dog',
        description:
          'From then on you and the owner, with all dogs of both, do not exist for each other. Upcoming playdates between you are cancelled. Blocking the same owner again, by any of their dogs, answers the same block.',
        errors: ['own-dog', 'dog-not-found', 'unowned-dog', 'blocks-full'],
        example: { body: { dogId: OTHER_ID } },
      },
    })
    .input(z.object({ dogId: id.describe('Any dog of the owner.') }))
    .output(blockSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const options = { now: services.now(), atMost: BLOCKS_MAX }
      const outcome = await blockOwner(services.db, viewerOf(caller), input.dogId, options)
      if (typeof outcome === 'string') throw new AppError(REFUSALS[outcome])
      dogsChanged(services, outcome.concerned.userIds, outcome.concerned.dogIds)
      return outcome.block
    }),

  undo: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/blocks/{id}', tags, operationId: 'undoBlock' },
        summary: 'Undo a block or an ended match',
        description: 'Restores everything except cancelled playdates and the messages of an ended match.',
        errors: ['block-not-found'],
      },
    })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const concerned = await undoBlock(services.db, caller.userId, input.id)
      if (concerned === 'not found') throw notFound('Block')
      dogsChanged(services, concerned.userIds, concerned.dogIds)
      return { ok: true as const }
    }),
})
