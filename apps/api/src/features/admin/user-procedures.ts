import { resetJobKey } from '@barkyard/db/queries/account/links'
import { findUser } from '@barkyard/db/queries/account/users'
import { countDays } from '@barkyard/db/queries/admin/numbers'
import { findUserDetails } from '@barkyard/db/queries/admin/user-details'
import { isId } from '@barkyard/db/queries/ids'
import { NUMBER_DAYS } from '@barkyard/domain/admin'
import { lastDays } from '@barkyard/domain/park-time'
import { adminUserDetailsSchema, dayNumbersSchema } from '@barkyard/domain/schemas/admin'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { requireAdmin, requireNotImpersonating, requireSession } from '../../platform/access/requirements.ts'
import { SESSION_DAYS } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { mayMail, uncountMail } from '../../platform/mail/mails.ts'
import { adminProcedure } from '../../platform/trpc/init.ts'
import { RESET_PASSWORD, requireBuiltIn, requireMail } from '../account/index.ts'

const tags = ['admin']
const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_S = 60 * 60

/** Admin procedures for one user. */
export const adminUserProcedures = {
  user: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/users/{userId}',
        tags,
        operationId: 'getUser',
        summary: 'A user with dogs, sessions and reports',
        description: 'Reports in which you are a party are for other admins, and not listed.',
        errors: ['user-not-found'],
      },
    })
    .input(z.object({ userId: id }))
    .output(adminUserDetailsSchema)
    .query(async ({ ctx: { services, caller }, input: { userId } }) => {
      const now = services.now()
      const sessionsSince = new Date(now.getTime() - SESSION_DAYS * DAY_MS)
      return unwrapOrThrow(await findUserDetails(services.db, userId, { adminId: caller.userId, now, sessionsSince }))
    }),

  numbers: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/numbers',
        tags,
        operationId: 'listNumbers',
        summary: 'Sign-ups, barks, messages, playdates and reports of the last two weeks',
        description: `Day by day, in San Francisco’s time, ${NUMBER_DAYS} days with today as the last.`,
      },
    })
    .input(z.void())
    .output(z.array(dayNumbersSchema))
    .query(({ ctx: { services } }) => {
      const now = services.now()
      const days = lastDays(now, NUMBER_DAYS)
      return countDays(services.db, days, now)
    }),

  resetPassword: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/users/{userId}/reset-password',
        tags,
        operationId: 'resetPasswordOfUser',
        summary: 'Send a user a link to choose a new password',
        done: 'The link is on its way.',
        description:
          'As if they had asked for it themselves: the link goes to their address, works once, for 30 minutes, and ends all their sessions. Until they use it nothing changes.',
        errors: ['token', 'acting-as-another-dog', 'user-not-found', 'password-not-found', 'demo', 'no-mail'],
      },
    })
    .input(z.object({ userId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller, writeLasting }, input: { userId } }) => {
      requireNotImpersonating(caller)
      requireSession(caller)
      requireBuiltIn(services)
      const user = isId(userId) ? await findUser(services.db, userId) : undefined
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
      return writeLasting(async (_, effects, now) => {
        requireAdmin(now)
        effects.audit({ action: 'password-reset-sent', userId })
        services.mails.put(effects, RESET_PASSWORD, { email }, { key: resetJobKey(email) })
        return { ok: true as const }
      })
    }),
}
