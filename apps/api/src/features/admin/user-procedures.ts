import { resetJobKey } from '@barkyard/db/queries/account/links'
import { assignRole, findUser } from '@barkyard/db/queries/account/users'
import { findUserDetails } from '@barkyard/db/queries/admin/admin'
import { countDays } from '@barkyard/db/queries/admin/numbers'
import { notifyUser } from '@barkyard/db/queries/notify'
import { NUMBER_DAYS } from '@barkyard/domain/admin'
import { roleChanged } from '@barkyard/domain/audit'
import { lastDays } from '@barkyard/domain/park-time'
import { adminUserDetailsSchema, dayNumbersSchema, newRoleSchema } from '@barkyard/domain/schemas/admin'
import { id } from '@barkyard/domain/schemas/fields'
import { vitalNumbersSchema } from '@barkyard/domain/schemas/vitals'
import { z } from 'zod'
import { SESSION_DAYS } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { mayMail, uncountMail } from '../../platform/mail/mails.ts'
import { callersChanged } from '../../platform/realtime/bus.ts'
import { adminProcedure, decidingProcedure, doneOutput } from '../../platform/trpc/init.ts'
import { RESET_PASSWORD, requireBuiltIn, requireMail } from '../account/index.ts'
import { notified } from '../notifications/index.ts'
import { weekOfVitals } from '../vitals/index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_S = 60 * 60

export const adminUserProcedures = {
  user: adminProcedure
    .meta({
      right: 'users',
      rest: 'GET /admin/users/{userId}',
      operationId: 'getUser',
      summary: 'A user with dogs, sessions and reports',
      description: 'Reports in which you are a party are for other admins, and not listed.',
      errors: ['user-not-found'],
    })
    .input(z.object({ userId: id }))
    .output(adminUserDetailsSchema)
    .query(async ({ ctx: { services, caller }, input: { userId } }) => {
      const now = services.now()
      const sessionsSince = new Date(now.getTime() - SESSION_DAYS * DAY_MS)
      return unwrapOrThrow(await findUserDetails(services.db, userId, { adminId: caller.userId, now, sessionsSince }))
    }),

  setRole: decidingProcedure
    .meta({
      right: 'roles',
      rest: 'PATCH /admin/users/{userId}/role',
      operationId: 'setRoleOfUser',
      summary: 'Make a user a moderator, an admin or an owner like all others',
      done: 'The user has the role, in all their sessions.',
      description: 'The user is notified. Tokens follow the role of their owner.',
      errors: ['user-not-found', 'demo', 'last-admin'],
    })
    .input(newRoleSchema.extend({ userId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, writeLasting, services }, input: { userId, role } }) => {
      // Else everybody who tries the demo could stay an admin.
      if (caller.isDemo && role === 'admin') throw new AppError('demo')
      return writeLasting(async (trx, effects) => {
        const changed = unwrapOrThrow(await assignRole(trx, userId, role))
        if (!changed) return
        effects.audit({ action: 'role-changed', userId, detail: roleChanged(changed.before, role) })
        notified(effects, await notifyUser(trx, { event: 'role-changed', details: { role }, userId }, services.now()))
        callersChanged(effects, [userId])
      })
    }),

  numbers: adminProcedure
    .meta({
      right: 'numbers',
      rest: 'GET /admin/numbers',
      operationId: 'listNumbers',
      summary: 'Sign-ups, barks, messages, playdates and reports of the last two weeks',
      description: `Day by day, in San Francisco’s time, ${NUMBER_DAYS} days with today as the last.`,
    })
    .output(z.array(dayNumbersSchema))
    .query(({ ctx: { services } }) => {
      const now = services.now()
      const days = lastDays(now, NUMBER_DAYS)
      return countDays(services.db, days, now)
    }),

  vitals: adminProcedure
    .meta({ right: 'numbers', pageOnly: 'The metrics have it as histograms.' })
    .output(z.array(vitalNumbersSchema))
    .query(({ ctx: { services } }) => weekOfVitals(services.db, services.now())),

  resetPassword: decidingProcedure
    .meta({
      right: 'users',
      rest: 'POST /admin/users/{userId}/reset-password',
      operationId: 'resetPasswordOfUser',
      summary: 'Send a user a link to choose a new password',
      done: 'The link is on its way.',
      description:
        'As if they had asked for it themselves: the link goes to their address, works once, for 30 minutes, and ends all their sessions. Until they use it nothing changes.',
      errors: ['user-not-found', 'password-not-found', 'demo', 'no-mail'],
    })
    .input(z.object({ userId: id }))
    .output(doneOutput)
    .mutation(async ({ ctx: { services, writeLasting }, input: { userId } }) => {
      requireBuiltIn(services)
      const user = await findUser(services.db, userId)
      if (!user?.email) throw new AppError('user-not-found')
      if (user.is_demo) throw new AppError('demo')
      requireMail(services)
      const { email } = user
      if (!(await mayMail(services, email, 'account')))
        throw new AppError('too-many-requests', {
          message: 'This address got its mails for this hour. The last link still works.',
          retryAfter: HOUR_S,
        })
      // It counts when it is sent.
      await uncountMail(services, email, 'account')
      return writeLasting(async (_, effects) => {
        effects.audit({ action: 'password-reset-sent', userId })
        services.mails.put(effects, RESET_PASSWORD, { email }, { key: resetJobKey(email) })
      })
    }),
}
