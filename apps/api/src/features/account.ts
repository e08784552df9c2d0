import {
  endOtherSessions,
  endOwnSession,
  isEmailTaken,
  listSessions,
  renameUser,
  setPassword,
} from '@barkyard/db/queries/account'
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
import { AppError, conflict, forbidden, notFound } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { accessEnded, callersChanged, sessionsEnded } from '../realtime/notify.ts'
import { accountProcedure, router, signedInProcedure } from '../trpc/init.ts'
import { readUser } from './auth.ts'

const tags = ['account']
const done = { ok: true as const }
const DAY_MS = 24 * 60 * 60 * 1000
const SESSIONS_MAX = 500

export function demandMail({ config }: Parts): void {
  if (!config.mail)
    throw new AppError('SERVICE_UNAVAILABLE', 'This installation sends no mail. Please ask whoever runs it for help.')
}

/** Where an OpenID provider keeps the accounts, there is no password or address to change here. */
function demandBuiltIn({ config }: Parts): void {
  if (config.oidc) throw notFound('Password')
}

export const accountRouter = router({
  /** What the settings can offer. For the page alone: scripts read it from the refusals. */
  setup: signedInProcedure
    .input(z.void())
    .output(accountSetupSchema)
    .query(async ({ ctx: { parts, caller } }) => ({
      hasPassword: !parts.config.oidc,
      isDemo: (await findUser(parts.db, caller.userId))?.is_demo ?? false,
      sendsMail: parts.config.mail !== null,
    })),

  edit: signedInProcedure
    .meta({ openapi: { method: 'PATCH', path: '/account', tags, summary: 'Change your name', protect: true } })
    .input(accountEditSchema)
    .output(userSchema)
    .mutation(async ({ ctx: { parts, caller }, input }) => {
      if (Object.keys(input).length > 0) await renameUser(parts.db, caller.userId, input)
      callersChanged(parts, [caller.userId])
      return readUser(parts, caller)
    }),

  sendVerification: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/account/verify-email', tags, protect: true },
        summary: 'Send the link that confirms your e-mail address again',
      },
    })
    .input(z.void())
    .output(doneSchema)
    .mutation(async ({ ctx: { parts, caller } }) => {
      demandMail(parts)
      const user = await findUser(parts.db, caller.userId)
      if (user?.email_verified_at) throw conflict('Your address is confirmed already', 'already-verified')
      await parts.limits.take('verification', caller.userId)
      await parts.jobs.put(parts.db, 'mail', { mail: 'verify-email' }, { userId: caller.userId })
      parts.jobs.wake()
      return done
    }),

  changePassword: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/account/password', tags, protect: true },
        summary: 'Change your password; every other session and all tokens end',
      },
    })
    .input(changePasswordSchema)
    .output(doneSchema)
    .mutation(async ({ ctx: { parts, caller }, input }) => {
      demandBuiltIn(parts)
      const { id: userId, password_hash: formerHash } = await demandOwner(parts, caller, input.current)
      const passwordHash = await hashPassword(input.password)
      const ended = await inTransaction(parts.db, async trx => {
        const access = await setPassword(trx, { userId, passwordHash, formerHash, keepSessionId: caller.id })
        if (access) await parts.jobs.putMail(trx, { mail: 'password-changed' }, { userId })
        return access
      })
      if (!ended) throw forbidden('Wrong password', 'wrong-password')
      accessEnded(parts, ended)
      parts.jobs.wake()
      return done
    }),

  changeEmail: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/account/email', tags, protect: true },
        summary: 'Ask for a link to a new e-mail address; until it is opened nothing changes',
      },
    })
    .input(changeEmailSchema)
    .output(doneSchema)
    .mutation(async ({ ctx: { parts, caller }, input: { password, email } }) => {
      demandBuiltIn(parts)
      const user = await demandOwner(parts, caller, password)
      demandMail(parts)
      await parts.limits.take('verification', caller.userId)
      if (await isEmailTaken(parts.db, email, caller.userId))
        throw conflict('Another account has this address', 'email-taken')
      await inTransaction(parts.db, async trx => {
        await parts.jobs.putMail(trx, { mail: 'confirm-new-email', email }, { userId: caller.userId })
        if (user.email !== null)
          await parts.jobs.putMail(
            trx,
            { mail: 'email-change-asked', to: user.email, email },
            { userId: caller.userId },
          )
      })
      parts.jobs.wake()
      return done
    }),

  sessions: accountProcedure
    .meta({ openapi: { method: 'GET', path: '/sessions', tags, summary: 'Where you are signed in', protect: true } })
    .input(z.void())
    .output(z.array(sessionSchema))
    .query(({ ctx: { parts, caller } }) =>
      listSessions(parts.db, caller.userId, {
        since: new Date(parts.now().getTime() - SESSION_DAYS * DAY_MS),
        currentId: caller.id,
        limit: SESSIONS_MAX,
      }),
    ),

  endSession: accountProcedure
    .meta({ openapi: { method: 'DELETE', path: '/sessions/{id}', tags, summary: 'Sign out elsewhere', protect: true } })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { parts, caller }, input }) => {
      if (!(await endOwnSession(parts.db, caller.userId, input.id))) throw notFound('Session')
      sessionsEnded(parts, [input.id])
      return done
    }),

  endOtherSessions: accountProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/sessions', tags, summary: 'Sign out everywhere else', protect: true },
    })
    .input(z.void())
    .output(doneSchema)
    .mutation(async ({ ctx: { parts, caller } }) => {
      sessionsEnded(parts, await endOtherSessions(parts.db, caller.userId, caller.id))
      return done
    }),

  delete: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/account', tags, protect: true },
        summary: 'Delete your account with everything in it',
      },
    })
    .input(ownPasswordSchema)
    .output(doneSchema)
    .mutation(async ({ ctx: { parts, caller }, input }) => {
      if (caller.isAdmin)
        throw new AppError(
          'BAD_REQUEST',
          'An admin cannot delete their account. Have your admin rights revoked first',
          {
            reason: 'is-admin',
          },
        )
      await demandOwner(parts, caller, input.password)
      const deleted = await inTransaction(parts.db, trx => deleteUsers(trx, [caller.userId]))
      if (!deleted) throw notFound('Account')
      parts.sweeper.soon()
      sessionsEnded(parts, deleted.sessionIds)
      callersChanged(parts, [caller.userId, ...deleted.othersIds], deleted.dogIds)
      return done
    }),
})
