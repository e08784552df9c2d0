import {
  deleteUsers,
  impersonateDog,
  listDogs,
  listDogsOf,
  listUsers,
  selectUsers,
  setOwner,
  stopImpersonating,
} from '@barkyard/db/queries/admin'
import { listAudit, writeAudit } from '@barkyard/db/queries/audit'
import { deleteDog, editDog } from '@barkyard/db/queries/dogs'
import { ownersOf } from '@barkyard/db/queries/playdates'
import { inTransaction } from '@barkyard/db/transaction'
import {
  ADMIN_PAGE_MAX,
  adminDogSchema,
  adminDogsPageSchema,
  adminDogsQuerySchema,
  adminUsersPageSchema,
  adminUsersQuerySchema,
  auditPageSchema,
  auditQuerySchema,
  deleteUsersSchema,
} from '@barkyard/domain/admin'
import { dogEditSchema, dogSchema } from '@barkyard/domain/dog'
import { doneSchema } from '@barkyard/domain/match'
import { id, trimmedText } from '@barkyard/domain/text'
import { z } from 'zod'
import { AppError, forbidden, notFound } from '../errors.ts'
import { adminProcedure, router } from '../trpc/init.ts'
import { callersChanged, dogsChanged } from './dogs.ts'

const tags = ['admin']
const done = { ok: true as const }

/** A page, or 400 where the cursor named nothing. */
function pageOr400<T>(page: T | null): T {
  if (!page) throw new AppError('BAD_REQUEST', 'This cursor is not known any more: start from the first page')
  return page
}

export const adminRouter = router({
  users: adminProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/users', tags, summary: 'All users', protect: true }, isPage: true })
    .input(adminUsersQuerySchema)
    .output(adminUsersPageSchema)
    .query(async ({ ctx, input }) => pageOr400(await listUsers(ctx.parts.db, input))),

  /** What "Select All" takes: everybody whom the search shows, loaded or not, but oneself. */
  selection: adminProcedure
    .input(z.object({ search: trimmedText(0, 100).optional() }))
    .output(z.array(z.object({ id, dogCount: z.number().int() })))
    .query(async ({ ctx, input }) => {
      const users = await selectUsers(ctx.parts.db, input.search, ADMIN_PAGE_MAX)
      return users.filter(user => user.id !== ctx.caller.userId)
    }),

  dogsOf: adminProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/users/{userId}/dogs', tags, summary: "A user's dogs", protect: true },
    })
    .input(z.object({ userId: id }))
    .output(z.array(adminDogSchema))
    .query(async ({ ctx, input }) => {
      const dogs = await listDogsOf(ctx.parts.db, input.userId)
      if (!dogs) throw notFound('User')
      return dogs
    }),

  unownedDogs: adminProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/unowned-dogs', tags, summary: 'Dogs without an owner', protect: true },
      isPage: true,
    })
    .input(adminDogsQuerySchema)
    .output(adminDogsPageSchema)
    .query(async ({ ctx, input }) => pageOr400(await listDogs(ctx.parts.db, input, { unowned: true }))),

  allDogs: adminProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/all-dogs', tags, summary: 'All dogs', protect: true },
      isPage: true,
    })
    .input(adminDogsQuerySchema)
    .output(adminDogsPageSchema)
    .query(async ({ ctx, input }) => pageOr400(await listDogs(ctx.parts.db, input, { unowned: false }))),

  editDog: adminProcedure
    .meta({ openapi: { method: 'PATCH', path: '/admin/dogs/{dogId}', tags, summary: 'Edit any dog', protect: true } })
    .input(dogEditSchema.extend({ dogId: id }))
    .output(dogSchema)
    .mutation(async ({ ctx, input: { dogId, ...edit } }) => {
      const dog = await inTransaction(ctx.parts.db, async trx => {
        const edited = await editDog(trx, dogId, edit)
        if (edited)
          await writeAudit(trx, ctx.caller.userId, {
            action: 'dog edited',
            dogId,
            detail: { name: edited.name, fields: Object.keys(edit) },
          })
        return edited
      })
      if (!dog) throw notFound('Dog')
      dogsChanged(ctx.parts, await ownersOf(ctx.parts.db, [dogId]), [dogId])
      return dog
    }),

  deleteDog: adminProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/admin/dogs/{dogId}', tags, summary: 'Delete any dog', protect: true },
    })
    .input(z.object({ dogId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx, input: { dogId } }) => {
      const deleted = await inTransaction(ctx.parts.db, async trx => {
        const outcome = await deleteDog(trx, dogId, null)
        if (typeof outcome === 'object') {
          await writeAudit(trx, ctx.caller.userId, {
            action: 'dog deleted',
            dogId,
            userId: outcome.ownerId,
            detail: { name: outcome.name },
          })
        }
        return outcome
      })
      if (typeof deleted === 'string') throw notFound('Dog')
      ctx.parts.sweeper.soon()
      callersChanged(ctx.parts, deleted.userIds, [dogId])
      return done
    }),

  impersonate: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/impersonate-dog/{dogId}',
        tags,
        summary: 'Act as a dog of somebody else',
        protect: true,
      },
    })
    .input(z.object({ dogId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx, input: { dogId } }) => {
      const { parts, caller } = ctx
      if (caller.isToken) throw forbidden('A token cannot impersonate')
      const outcome = await inTransaction(parts.db, async trx => {
        const dog = await impersonateDog(trx, caller.id, dogId)
        if (typeof dog === 'object') {
          await writeAudit(trx, caller.userId, {
            action: 'impersonation started',
            dogId,
            userId: dog.ownerId,
            detail: { name: dog.name },
          })
        }
        return dog
      })
      if (outcome === 'no dog') throw notFound('Dog')
      if (outcome === 'unowned') throw new AppError('BAD_REQUEST', 'A dog without an owner cannot be impersonated')
      callersChanged(parts, [caller.userId])
      return done
    }),

  stopImpersonation: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/stop-impersonation',
        tags,
        summary: 'Act as yourself again',
        protect: true,
      },
    })
    .input(z.void())
    .output(doneSchema)
    .mutation(async ({ ctx: { parts, caller } }) => {
      if (caller.isToken) return done
      await inTransaction(parts.db, async trx => {
        await stopImpersonating(trx, caller.id)
        if (caller.isImpersonating)
          await writeAudit(trx, caller.userId, { action: 'impersonation stopped', dogId: caller.actingDogId })
      })
      callersChanged(parts, [caller.userId])
      return done
    }),

  setOwner: adminProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/admin/dogs/{dogId}/owner',
        tags,
        summary: 'Hand a dog to somebody, or to nobody',
        protect: true,
      },
    })
    .input(z.object({ dogId: id, userId: id.nullable() }))
    .output(doneSchema)
    .mutation(async ({ ctx, input: { dogId, userId } }) => {
      const { parts, caller } = ctx
      const outcome = await inTransaction(parts.db, async trx => {
        const moved = await setOwner(trx, dogId, userId)
        if (typeof moved === 'object') {
          await writeAudit(trx, caller.userId, {
            action: 'dog transferred',
            dogId,
            userId,
            detail: { name: moved.name, from: moved.from },
          })
        }
        return moved
      })
      if (outcome === 'no dog') throw notFound('Dog')
      if (outcome === 'no user') throw notFound('User')
      callersChanged(
        parts,
        [outcome.from, userId].filter(owner => owner !== null),
        [dogId],
      )
      return done
    }),

  deleteUsers: adminProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/admin/users',
        tags,
        summary: 'Delete users with all their dogs',
        protect: true,
      },
    })
    .input(deleteUsersSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input: { userIds } }) => {
      const { parts, caller } = ctx
      if (userIds.includes(caller.userId)) throw new AppError('BAD_REQUEST', 'You cannot delete yourself')
      const deleted = await inTransaction(parts.db, async trx => {
        const outcome = await deleteUsers(trx, userIds)
        if (outcome) {
          await writeAudit(trx, caller.userId, {
            action: 'users deleted',
            detail: { emails: outcome.emails, dogs: outcome.dogs },
          })
        }
        return outcome
      })
      if (!deleted) throw notFound('User')
      parts.sweeper.soon()
      for (const sessionId of deleted.sessionIds) parts.bus.publish({ type: 'session-ended', sessionId })
      callersChanged(parts, userIds)
      return done
    }),

  audit: adminProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/audit', tags, summary: 'What admins did, newest first', protect: true },
      isPage: true,
    })
    .input(auditQuerySchema)
    .output(auditPageSchema)
    .query(async ({ ctx, input }) => pageOr400(await listAudit(ctx.parts.db, input))),
})
