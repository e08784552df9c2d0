import { listDogs, listDogsOf, listUsers, selectUsers } from '@barkyard/db/queries/admin'
import { listAudit } from '@barkyard/db/queries/audit'
import { deleteUsers } from '@barkyard/db/queries/ownership'
import { ADMIN_TOTAL_MAX, USERS_DELETED_MAX } from '@barkyard/domain/admin'
import { DOGS_PER_USER } from '@barkyard/domain/dog'
import {
  adminDogSchema,
  adminDogsPageSchema,
  adminDogsQuerySchema,
  adminUsersPageSchema,
  adminUsersQuerySchema,
  auditPageSchema,
  auditQuerySchema,
  deleteUsersSchema,
  userSelectionSchema,
} from '@barkyard/domain/schemas/admin'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { inAuditedTransaction } from '../access/audit.ts'
import { AppError, knownPage, notFound } from '../errors.ts'
import { callersChanged, sessionsEnded } from '../realtime/notify.ts'
import { EXAMPLES, OTHER_ID } from '../rest/examples.ts'
import { adminProcedure, router } from '../trpc/init.ts'
import { adminDogProcedures } from './admin-dogs.ts'
import { decisionProcedures } from './decisions.ts'
import { impersonationProcedures } from './impersonation.ts'
import { moderationProcedures } from './moderation.ts'
import { templateProcedures } from './statement-templates.ts'

const tags = ['admin']
const TOTAL = `\`X-Total-Count\` stops counting at ${ADMIN_TOTAL_MAX.toLocaleString('en-US')}`

export const adminRouter = router({
  ...adminDogProcedures,
  ...impersonationProcedures,
  ...moderationProcedures,
  ...decisionProcedures,
  ...templateProcedures,

  users: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/admin/users', tags, operationId: 'listUsers' },
        summary: 'All users',
        description: `With a search, ${TOTAL}.`,
      },
      isPage: true,
    })
    .input(adminUsersQuerySchema)
    .output(adminUsersPageSchema)
    .query(async ({ ctx, input }) => knownPage(await listUsers(ctx.services.db, input))),

  /** The users that "Select All" selects: all that the search finds, loaded or not, except the admin. */
  selection: adminProcedure
    .input(adminUsersQuerySchema.pick({ search: true }))
    .output(userSelectionSchema)
    .query(({ ctx, input }) => selectUsers(ctx.services.db, ctx.caller.userId, input.search, USERS_DELETED_MAX)),

  dogsOf: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/admin/users/{userId}/dogs', tags, operationId: 'listDogsOfUser' },
        summary: 'The dogs of a user',
        description: `At most ${DOGS_PER_USER}, without paging.`,
        errors: ['user-not-found'],
      },
    })
    .input(z.object({ userId: id }))
    .output(z.array(adminDogSchema))
    .query(async ({ ctx, input }) => {
      const dogs = await listDogsOf(ctx.services.db, input.userId)
      if (dogs === 'not found') throw notFound('User')
      return dogs
    }),

  unownedDogs: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/admin/unowned-dogs', tags, operationId: 'listUnownedDogs' },
        summary: 'Dogs without an owner',
        description: `${TOTAL}.`,
        example: { answer: [{ ...EXAMPLES.AdminDog, userId: null, owner: null }] },
      },
      isPage: true,
    })
    .input(adminDogsQuerySchema)
    .output(adminDogsPageSchema)
    .query(async ({ ctx, input }) => knownPage(await listDogs(ctx.services.db, input, { unowned: true }))),

  allDogs: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/admin/all-dogs', tags, operationId: 'listAllDogs' },
        summary: 'All dogs',
        description: `With a search, ${TOTAL}.`,
      },
      isPage: true,
    })
    .input(adminDogsQuerySchema)
    .output(adminDogsPageSchema)
    .query(async ({ ctx, input }) => knownPage(await listDogs(ctx.services.db, input, { unowned: false }))),

  deleteUsers: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/admin/users', tags, operationId: 'deleteUsers' },
        summary: 'Delete users with all their dogs',
        description: 'For admins, who cannot delete themselves. If one id is unknown, nobody is deleted.',
        errors: ['deletes-yourself', 'user-not-found'],
        example: { body: { userIds: [OTHER_ID] } },
      },
      isLarge: true,
    })
    .input(deleteUsersSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input: { userIds } }) => {
      const { services, caller } = ctx
      if (userIds.includes(caller.userId)) throw new AppError('deletes-yourself', { path: 'userIds' })
      const deleted = await inAuditedTransaction(services.db, caller, async (trx, note) => {
        const outcome = await deleteUsers(trx, userIds)
        if (outcome === 'not found') throw notFound('User')
        const { userIds: deletedIds, dogIds } = outcome
        await note({
          action: 'users-deleted',
          detail: { users: deletedIds.length, dogs: dogIds.length, userIds: deletedIds },
        })
        return outcome
      })
      sessionsEnded(services, deleted.sessionIds)
      callersChanged(services, [...userIds, ...deleted.othersIds], deleted.dogIds)
      await services.sweeper.sweepNow()
      return { ok: true as const }
    }),

  audit: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/admin/audit', tags, operationId: 'listAuditEntries' },
        summary: 'The audit log of admins, newest first',
        description: `With a search, ${TOTAL}.`,
      },
      isPage: true,
    })
    .input(auditQuerySchema)
    .output(auditPageSchema)
    .query(async ({ ctx, input }) => knownPage(await listAudit(ctx.services.db, input))),
})
