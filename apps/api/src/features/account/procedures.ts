import {
  endOtherSessions,
  endOwnSession,
  isEmailTaken,
  listSessions,
  lockUser,
  renameUser,
  setPassword,
} from '@barkyard/db/queries/account'
import { notifyUser } from '@barkyard/db/queries/notify'
import { deleteUsers } from '@barkyard/db/queries/ownership'
import { findUser } from '@barkyard/db/queries/users'
import { inTransaction } from '@barkyard/db/transaction'
import {
  accountEditSchema,
  accountSetupSchema,
  changeEmailSchema,
  changePasswordSchema,
  ownPasswordSchema,
  sessionSchema,
} from '@barkyard/domain/schemas/account'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { id } from '@barkyard/domain/schemas/text'
import { userSchema } from '@barkyard/domain/schemas/user'
import { z } from 'zod'
import { SESSION_DAYS } from '../access/sessions.ts'
import { demandOwner } from '../auth/own-password.ts'
import { hashPassword } from '../auth/passwords.ts'
import { AppError, notFound } from '../errors.ts'
import { userNotified } from '../notifications/user-notified.ts'
import { accessEnded, callersChanged, sessionsEnded } from '../realtime/notify.ts'
import type { Services } from '../services.ts'
import { accountProcedure, evenSuspendedProcedure, router } from '../trpc/init.ts'
import { readUser } from './auth.ts'

const tags = ['account']
const done = { ok: true as const }
const DAY_MS = 24 * 60 * 60 * 1000
const SESSIONS_MAX = 500

/** In seconds. Mail starts when the operator names a server, so scripts need not ask often. */
export const NO_MAIL_RETRY_AFTER = 60 * 60

export function demandMail({ config }: Services): void {
  if (!config.mail) throw new AppError('no-mail', { retryAfter: NO_MAIL_RETRY_AFTER })
}

/** With an OpenID provider there is no password or address to change here. */
function demandBuiltIn({ config }: Services): void {
  if (config.oidc) throw notFound('Password')
}

export const accountRouter = router({
  /** The settings that are available. Only for the web app: scripts learn it from refusals. */
  setup: evenSuspendedProcedure
    .input(z.void())
    .output(accountSetupSchema)
    .query(async ({ ctx: { services, caller } }) => ({
      hasPassword: !services.config.oidc,
      isDemo: (await findUser(services.db, caller.userId))?.is_demo ?? false,
      sendsMail: services.config.mail !== null,
    })),

  edit: evenSuspendedProcedure
    .meta({
      openapi: {
        ...{ method: 'PATCH', path: '/account', tags, operationId: 'renameMyself' },
        summary: 'Change your name',
        description: 'Only admins see names: other owners see your dogs.',
        example: { body: { firstName: 'Robin', lastName: 'Hale' } },
      },
    })
    .input(accountEditSchema)
    .output(userSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      if (Object.keys(input).length > 0) await renameUser(services.db, caller.userId, input)
      callersChanged(services, [caller.userId])
      return readUser(services, caller)
    }),

  sendVerification: evenSuspendedProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/account/verify-email', tags, operationId: 'sendVerificationLink' },
        summary: 'Resend the link that confirms your e-mail address',
        description: 'To the address of your account. 409 if it is already confirmed.',
        errors: ['already-verified', 'no-mail'],
      },
    })
    .input(z.void())
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller, standings } }) => {
      demandMail(services)
      const user = await findUser(services.db, caller.userId)
      if (user?.email_verified_at) throw new AppError('already-verified')
      await services.limits.take('verification', caller.userId, standings)
      await services.jobs.put(services.db, 'mail', { mail: 'verify-email' }, { userId: caller.userId })
      services.jobs.wake('mail')
      return done
    }),

  changePassword: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/account/password', tags, operationId: 'changePassword' },
        summary: 'Change your password, ending all other sessions and all tokens',
        description: 'Requires the current password. A token cannot do this, because a thief could lock you out.',
        errors: ['wrong-password', 'demo', 'password-not-found'],
        example: { body: { current: 'correct horse', password: 'battery staple' } },
      },
    })
    .input(changePasswordSchema)
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller, standings }, input }) => {
      demandBuiltIn(services)
      const { id: userId, password_hash: formerHash } = await demandOwner(services, caller, input.current, standings)
      const passwordHash = await hashPassword(input.password)
      const ended = await inTransaction(services.db, async trx => {
        const access = await setPassword(trx, { userId, passwordHash, formerHash, keepSessionId: caller.id })
        if (access === 'not found') throw new AppError('wrong-password')
        await services.jobs.putMail(trx, { mail: 'password-changed' }, { userId })
        await notifyUser(trx, { event: 'password-changed', details: {}, userId }, services.now())
        return access
      })
      accessEnded(services, ended)
      userNotified(services, [userId])
      services.jobs.wake('mail')
      return done
    }),

  changeEmail: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/account/email', tags, operationId: 'changeEmail' },
        summary: 'Request a change of your e-mail address, which a mailed link completes',
        description: 'Requires the current password. Nothing changes until the link is opened. A token cannot do this.',
        errors: ['wrong-password', 'demo', 'password-not-found', 'email-taken', 'no-mail'],
        example: { body: { password: 'correct horse', email: 'robin.hale@example.com' } },
      },
    })
    .input(changeEmailSchema)
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller, standings }, input: { password, email } }) => {
      demandBuiltIn(services)
      const user = await demandOwner(services, caller, password, standings)
      demandMail(services)
      await services.limits.take('verification', caller.userId, standings)
      if (await isEmailTaken(services.db, email, caller.userId)) throw new AppError('email-taken')
      await inTransaction(services.db, async trx => {
        await services.jobs.putMail(trx, { mail: 'confirm-new-email', email }, { userId: caller.userId })
        if (user.email !== null)
          await services.jobs.putMail(
            trx,
            { mail: 'email-change-asked', to: user.email, email },
            { userId: caller.userId },
          )
      })
      services.jobs.wake('mail')
      return done
    }),

  sessions: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/sessions', tags, operationId: 'listMySessions' },
        summary: 'Your sessions',
        description: `At most ${SESSIONS_MAX}, the most recently used first.`,
      },
    })
    .input(z.void())
    .output(z.array(sessionSchema))
    .query(({ ctx: { services, caller } }) =>
      listSessions(services.db, caller.userId, {
        since: new Date(services.now().getTime() - SESSION_DAYS * DAY_MS),
        currentId: caller.id,
        limit: SESSIONS_MAX,
      }),
    ),

  endSession: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/sessions/{id}', tags, operationId: 'endSession' },
        summary: 'End one of your sessions',
        description: 'By its id in `GET /sessions`. A token cannot do this.',
        errors: ['session-not-found'],
      },
    })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      if (!(await endOwnSession(services.db, caller.userId, input.id))) throw notFound('Session')
      sessionsEnded(services, [input.id])
      return done
    }),

  endOtherSessions: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/sessions', tags, operationId: 'endOtherSessions' },
        summary: 'End all your other sessions',
        description: 'The session of this request stays. A token cannot do this, because it has no session.',
      },
    })
    .input(z.void())
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller } }) => {
      sessionsEnded(services, await endOtherSessions(services.db, caller.userId, caller.id))
      return done
    }),

  delete: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/account', tags, operationId: 'deleteMyAccount' },
        summary: 'Delete your account and all its data',
        description:
          'Takes effect at once, including dogs, photos, matches, messages and playdates. The e-mail address becomes available again. Admins must have their rights revoked first.',
        errors: ['is-admin', 'wrong-password', 'demo', 'sign-in-again', 'account-not-found'],
        example: { body: { password: 'correct horse' } },
      },
    })
    .input(ownPasswordSchema)
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller, standings }, input }) => {
      if (caller.isAdmin) throw new AppError('is-admin')
      const { password_hash: passwordHash } = await demandOwner(services, caller, input.password, standings)
      const deleted = await inTransaction(services.db, async trx => {
        // The password may have changed since it was checked.
        if (!(await lockUser(trx, caller.userId, passwordHash))) throw new AppError('wrong-password')
        const outcome = await deleteUsers(trx, [caller.userId])
        if (outcome === 'not found') throw notFound('Account')
        return outcome
      })
      sessionsEnded(services, deleted.sessionIds)
      callersChanged(services, [caller.userId, ...deleted.othersIds], deleted.dogIds)
      await services.sweeper.sweepNow()
      return done
    }),
})
