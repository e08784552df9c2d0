import { blockOwner, listBlocks, undoBlock } from '@barkyard/db/queries/blocks/blocks'
import { BLOCKS_DEFAULT, BLOCKS_MAX } from '@barkyard/domain/paging'
import { blockSchema } from '@barkyard/domain/schemas/block'
import { id } from '@barkyard/domain/schemas/fields'
import { listQueryOf, pageOf } from '@barkyard/domain/schemas/paging'
import { z } from 'zod'
import { actingOwner, ownerOf } from '../../platform/access/requirements.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { dogsChanged } from '../../platform/realtime/bus.ts'
import { doneOutput, router, signedInProcedure } from '../../platform/trpc/init.ts'
import { notified } from '../notifications/index.ts'

export const blocksRouter = router({
  list: signedInProcedure
    .meta({
      rest: 'GET /blocks',
      operationId: 'listBlocks',
      summary: 'Your blocks and ended matches, newest first',
      description: 'Owners whom you blocked, and matches that you ended.',
    })
    .input(listQueryOf(BLOCKS_DEFAULT).prefault({}))
    .output(pageOf(blockSchema))
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listBlocks(services.db, ownerOf(caller), input)),
    ),

  create: signedInProcedure
    .meta({
      rest: 'POST /blocks',
      operationId: 'blockOwner',
      summary: 'Block the owner of a dog',
      description:
        'From then on you and the owner, with all dogs of both, do not exist for each other. Upcoming playdates between you are cancelled. Blocking the same owner again, by any of their dogs, returns the same block.',
      errors: ['own-dog', 'dog-not-found', 'unowned-dog', 'blocks-full'],
    })
    .input(z.object({ dogId: id.describe('Any dog of the owner.') }))
    .output(blockSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const options = { now: services.now(), atMost: BLOCKS_MAX }
        const { block, concerned } = unwrapOrThrow(await blockOwner(trx, actingOwner(caller), input.dogId, options))
        dogsChanged(effects, concerned.userIds, concerned.dogIds)
        notified(effects, concerned.notifiedIds)
        return block
      }),
    ),

  undo: signedInProcedure
    .meta({
      rest: 'DELETE /blocks/{id}',
      operationId: 'undoBlock',
      summary: 'Undo a block or an ended match',
      done: 'You find each other again.',
      description: 'Restores everything except cancelled playdates and the messages of an ended match.',
      errors: ['block-not-found'],
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, write }, input }) =>
      write(async (trx, effects) => {
        const { userIds, dogIds } = unwrapOrThrow(await undoBlock(trx, ownerOf(caller), input.id))
        dogsChanged(effects, userIds, dogIds)
      }),
    ),
})
