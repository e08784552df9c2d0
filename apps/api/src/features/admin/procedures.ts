import { deleteUsers, hasDemoLogin } from '@barkyard/db/queries/account/delete-users'
import { listDogs, listDogsOf, listUsers, selectUsers } from '@barkyard/db/queries/admin/admin'
import { listAudit } from '@barkyard/db/queries/audit'
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
import { id } from '@barkyard/domain/schemas/fields'
import { z } from 'zod'
import { sessionsEnded } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { callersChanged, eventFor } from '../../platform/realtime/bus.ts'
import { adminProcedure, doneOutput } from '../../platform/trpc/init.ts'
import { notified } from '../notifications/index.ts'
import { photosDeleted } from '../photos/index.ts'
import { adminDogProcedures, impersonationProcedures } from './dog-procedures.ts'
import { adminUserProcedures } from './user-procedures.ts'

const TOTAL = `\`X-Total-Count\` stops counting at ${ADMIN_TOTAL_MAX.toLocaleString('en-US')}`

export const adminProcedures = {
  ...adminDogProcedures,
  ...impersonationProcedures,
  ...adminUserProcedures,

  users: adminProcedure
    .meta({
      right: 'users',
      rest: 'GET /admin/users',
      operationId: 'listUsers',
      summary: 'All users',
      description: `With a search, ${TOTAL}.`,
    })
    .input(adminUsersQuerySchema)
    .output(adminUsersPageSchema)
    .query(({ ctx: { services, caller }, input }) =>
      services.listCursors.page(caller.userId, input, query => listUsers(services.db, query)),
    ),

  /** The users that "Select All" selects: all that the search finds, loaded or not, except the admin. */
  selection: adminProcedure
    .meta({ right: 'users', pageOnly: 'The ids behind “Select All”. `GET /admin/users` returns them page by page.' })
    .input(adminUsersQuerySchema.pick({ search: true }))
    .output(userSelectionSchema)
    .query(({ ctx, input }) => selectUsers(ctx.services.db, ctx.caller.userId, input.search, USERS_DELETED_MAX)),

  dogsOf: adminProcedure
    .meta({
      right: 'users',
      rest: 'GET /admin/users/{userId}/dogs',
      operationId: 'listDogsOfUser',
      summary: 'The dogs of a user',
      description: `At most ${DOGS_PER_USER}, without paging.`,
      errors: ['user-not-found'],
    })
    .input(z.object({ userId: id }))
    .output(z.array(adminDogSchema))
    .query(async ({ ctx, input }) => unwrapOrThrow(await listDogsOf(ctx.services.db, input.userId))),

  unownedDogs: adminProcedure
    .meta({
      right: 'dogs',
      rest: 'GET /admin/unowned-dogs',
      operationId: 'listUnownedDogs',
      summary: 'Dogs without an owner',
      description: `${TOTAL}.`,
    })
    .input(adminDogsQuerySchema)
    .output(adminDogsPageSchema)
    .query(({ ctx: { services, caller }, input }) =>
      services.listCursors.page(caller.userId, input, query => listDogs(services.db, query, { unowned: true })),
    ),

  allDogs: adminProcedure
    .meta({
      right: 'dogs',
      rest: 'GET /admin/all-dogs',
      operationId: 'listAllDogs',
      summary: 'All dogs',
      description: `With a search, ${TOTAL}.`,
    })
    .input(adminDogsQuerySchema)
    .output(adminDogsPageSchema)
    .query(({ ctx: { services, caller }, input }) =>
      services.listCursors.page(caller.userId, input, query => listDogs(services.db, query, { unowned: false })),
    ),

  deleteUsers: adminProcedure
    .meta({
      right: 'deletion',
      rest: 'DELETE /admin/users',
      operationId: 'deleteUsers',
      summary: 'Delete users with all their dogs',
      done: 'All of these users are gone, with their dogs.',
      description: 'You cannot delete yourself. If one id is unknown, nobody is deleted.',
      errors: ['deletes-yourself', 'demo', 'user-not-found'],
      isLarge: true,
    })
    .input(deleteUsersSchema)
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input: { userIds } }) => {
      if (userIds.includes(caller.userId)) throw new AppError('deletes-yourself', { path: 'userIds' })
      return write(async (trx, effects) => {
        if (await hasDemoLogin(trx, userIds))
          throw new AppError('demo', { message: 'The demo’s owner and admin stay: without them nobody could try it' })
        const deleted = unwrapOrThrow(await deleteUsers(trx, userIds, services.now()))
        const { userIds: deletedIds, dogIds, sessionIds, othersIds, adminIds, notifiedIds } = deleted
        const detail = { users: deletedIds.length, dogs: dogIds.length, userIds: deletedIds }
        effects.audit({ action: 'users-deleted', detail })
        sessionsEnded(effects, sessionIds)
        callersChanged(effects, [...deletedIds, ...othersIds], dogIds)
        effects.event(eventFor(adminIds, { type: 'reports' }))
        notified(effects, notifiedIds)
        photosDeleted(effects)
      })
    }),

  audit: adminProcedure
    .meta({
      right: 'audit',
      rest: 'GET /admin/audit',
      operationId: 'listAuditEntries',
      summary: 'The audit log of admins, newest first',
      description: `With a search, ${TOTAL}.`,
    })
    .input(auditQuerySchema)
    .output(auditPageSchema)
    .query(async ({ ctx, input }) => unwrapOrThrow(await listAudit(ctx.services.db, input))),
}
