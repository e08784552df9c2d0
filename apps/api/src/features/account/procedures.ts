import type { Trx } from '@barkyard/db/open'
import { isEmailTaken, listSessions, renameUser, setPassword } from '@barkyard/db/queries/account/account'
import { deleteUsers } from '@barkyard/db/queries/account/delete-users'
import { endAccess } from '@barkyard/db/queries/account/end-access'
import { findUser } from '@barkyard/db/queries/account/users'
import { notifyUser } from '@barkyard/db/queries/notify'
import { hasPasskey, setRequirePasskey } from '@barkyard/db/queries/passkeys/passkeys'
import { SESSIONS_PER_USER } from '@barkyard/db/queries/sign-in/sessions'
import {
  accountEditSchema,
  accountSetupSchema,
  changeEmailSchema,
  changePasswordSchema,
  ownPasswordSchema,
  sessionSchema,
} from '@barkyard/domain/schemas/account'
import { id } from '@barkyard/domain/schemas/fields'
import { userSchema } from '@barkyard/domain/schemas/user'
import { z } from 'zod'
import { accessEnded, SESSION_DAYS, sessionsEnded } from '../../platform/access/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import { callersChanged, eventFor } from '../../platform/realtime/bus.ts'
import { accountProcedure, doneOutput, evenSuspendedProcedure, router } from '../../platform/trpc/init.ts'
import type { Effects } from '../../platform/write.ts'
import { notified } from '../notifications/index.ts'
import { photosDeleted } from '../photos/index.ts'
import { canHavePasskeys, readUser, requireAllowedDomain, requireBuiltIn, requireMail } from './index.ts'
import { CONFIRM_NEW_EMAIL, EMAIL_CHANGE_ASKED, PASSWORD_CHANGED, VERIFY_EMAIL } from './mails.ts'
import { requireOwner, requireRecentSignIn } from './proof-of-owner.ts'

const NO_TOKEN = 'A token cannot change whether a passkey is required'
const DAY_MS = 24 * 60 * 60 * 1000

export const accountRouter = router({
  setup: evenSuspendedProcedure
    .meta({
      pageOnly: 'Which settings the page offers. The calls behind them say why they refuse.',
      whileSuspended: true,
    })
    .output(accountSetupSchema)
    .query(async ({ ctx: { services, caller } }) => ({
      hasPassword: !services.config.oidc,
      isDemo: (await findUser(services.db, caller.userId))?.is_demo ?? false,
      sendsMail: services.mails.isOn,
      passkeys: canHavePasskeys(services),
    })),

  edit: evenSuspendedProcedure
    .meta({
      rest: 'PATCH /account',
      operationId: 'renameMyself',
      summary: 'Change your name, or whether you need a passkey',
      description:
        'Other owners see your dogs, and your first name alone: after accepting a playdate, unless `showFirstName` is false, behind your invite link, and with what you report about their lost dog. `requirePasskey` needs a passkey that works, and not with a token; false needs a sign-in within the last 10 minutes, with a passkey if the account has one that works.',
      errors: ['token', 'demo', 'no-passkey', 'sign-in-again'],
      messages: { token: NO_TOKEN },
      tokensInPart: true,
    })
    .input(accountEditSchema)
    .output(userSchema)
    .mutation(async ({ ctx: { services, caller, write, writeLasting }, input: { requirePasskey, ...names } }) => {
      const rename = async (trx: Trx, effects: Effects) => {
        if (Object.keys(names).length > 0) await renameUser(trx, caller.userId, names)
        callersChanged(effects, [caller.userId])
      }
      if (requirePasskey === undefined) await write(rename)
      else {
        if (caller.isToken) throw new AppError('token', { message: NO_TOKEN })
        if (caller.isDemo) throw new AppError('demo')
        // Behind the lock of the account, so that the last passkey is not removed meanwhile.
        await writeLasting(async (trx, effects, now) => {
          if (!requirePasskey) await requireRecentSignIn(trx, now, services.now())
          else if (!(await hasPasskey(trx, caller.userId))) throw new AppError('no-passkey')
          await setRequirePasskey(trx, caller.userId, requirePasskey)
          await rename(trx, effects)
        })
      }
      return readUser(services, caller)
    }),

  sendVerification: evenSuspendedProcedure
    .meta({
      rest: 'POST /account/verify-email',
      operationId: 'sendVerificationLink',
      summary: 'Resend the link that confirms your e-mail address',
      done: 'The link is on its way to the address of your account.',
      description:
        'To the address of your account. 409 if it is already confirmed, 404 with an OpenID provider, which confirms addresses itself.',
      errors: ['already-verified', 'no-mail', 'password-not-found'],
    })
    .output(doneOutput)
    .mutation(async ({ ctx: { services, caller, limitHeaders, writeLasting } }) => {
      requireBuiltIn(services)
      requireMail(services)
      const user = await findUser(services.db, caller.userId)
      if (user?.email_verified_at) throw new AppError('already-verified')
      await services.limits.take('verification', caller.userId, limitHeaders)
      return writeLasting(async (_, effects) => {
        services.mails.put(effects, VERIFY_EMAIL, {}, { userId: caller.userId })
      })
    }),

  changePassword: accountProcedure
    .meta({
      rest: 'POST /account/password',
      operationId: 'changePassword',
      summary: 'Change your password, ending all other sessions and all tokens',
      done: 'The new password holds. All other sessions and all tokens have ended.',
      description:
        'Requires the current password. It also ends your calendar feed and all webhooks. A token cannot do this, because a thief could lock you out.',
      errors: ['wrong-password', 'demo', 'password-not-found'],
    })
    .input(changePasswordSchema)
    .output(doneOutput)
    .mutation(async ({ ctx: { services, caller, limitHeaders, writeLasting }, input }) => {
      requireBuiltIn(services)
      const user = await requireOwner(services, caller, input.current, limitHeaders)
      const { userId } = caller
      const passwordHash = await services.passwords.hash(input.password)
      return writeLasting(async (trx, effects) => {
        const ended = await setPassword(trx, userId, passwordHash, caller.id)
        await notifyUser(trx, { event: 'password-changed', details: {}, userId }, services.now())
        services.mails.put(effects, PASSWORD_CHANGED, {}, { userId })
        accessEnded(effects, ended)
        notified(effects, [userId])
      }, user.password_hash)
    }),

  changeEmail: accountProcedure
    .meta({
      rest: 'POST /account/email',
      operationId: 'changeEmail',
      summary: 'Request a change of your e-mail address, which a mailed link completes',
      done: 'A link is on its way to the new address. Until it is used, nothing changes.',
      description: 'Requires the current password. Nothing changes until the link is opened. A token cannot do this.',
      errors: ['wrong-password', 'demo', 'password-not-found', 'email-taken', 'no-mail'],
    })
    .input(changeEmailSchema)
    .output(doneOutput)
    .mutation(async ({ ctx: { services, caller, limitHeaders, writeLasting }, input: { password, email } }) => {
      requireBuiltIn(services)
      const user = await requireOwner(services, caller, password, limitHeaders)
      requireMail(services)
      requireAllowedDomain(services, email)
      await services.limits.take('verification', caller.userId, limitHeaders)
      if (await isEmailTaken(services.db, email, caller.userId)) throw new AppError('email-taken')
      return writeLasting(async (_, effects) => {
        const { userId } = caller
        services.mails.put(effects, CONFIRM_NEW_EMAIL, { email }, { userId })
        if (user.email !== null) services.mails.put(effects, EMAIL_CHANGE_ASKED, { to: user.email, email }, { userId })
      }, user.password_hash)
    }),

  sessions: accountProcedure
    .meta({
      rest: 'GET /sessions',
      operationId: 'listMySessions',
      summary: 'Your sessions',
      description: `At most ${SESSIONS_PER_USER}, the most recently used first. A further one ends the oldest.`,
    })
    .output(z.array(sessionSchema))
    .query(({ ctx: { services, caller } }) =>
      listSessions(services.db, caller.userId, {
        since: new Date(services.now().getTime() - SESSION_DAYS * DAY_MS),
        currentId: caller.id,
        limit: SESSIONS_PER_USER,
      }),
    ),

  endSession: accountProcedure
    .meta({
      rest: 'DELETE /sessions/{id}',
      operationId: 'endSession',
      summary: 'End one of your sessions',
      done: 'The session has ended.',
      description: 'By its id in `GET /sessions`. A token cannot do this.',
      errors: ['session-not-found'],
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, writeLasting }, input }) =>
      writeLasting(async (trx, effects) => {
        const ended = await endAccess(trx, 'session ended', caller.userId, [input.id])
        if (ended.sessionIds.length === 0) throw new AppError('session-not-found')
        accessEnded(effects, ended)
      }),
    ),

  endOtherSessions: accountProcedure
    .meta({
      rest: 'DELETE /sessions',
      operationId: 'endOtherSessions',
      summary: 'End all your other sessions',
      done: 'Only this session is left.',
      description: 'The session of this request stays. A token cannot do this, because it has no session.',
    })
    .output(doneOutput)
    .mutation(({ ctx: { caller, writeLasting } }) =>
      writeLasting(async (trx, effects) => {
        accessEnded(effects, await endAccess(trx, 'other sessions ended', caller.userId, [caller.id]))
      }),
    ),

  delete: accountProcedure
    .meta({
      rest: 'DELETE /account',
      operationId: 'deleteMyAccount',
      summary: 'Delete your account and all its data',
      done: 'The account and all its data are gone.',
      description:
        'Takes effect at once, including dogs, photos, matches, messages and playdates. The e-mail address becomes available again. Admins must have their rights revoked first.',
      errors: ['is-admin', 'wrong-password', 'demo', 'sign-in-again', 'account-not-found'],
    })
    .input(ownPasswordSchema)
    .output(doneOutput)
    .mutation(async ({ ctx: { services, caller, limitHeaders, writeLasting }, input }) => {
      if (caller.role === 'admin' || caller.lacksPasskey) throw new AppError('is-admin')
      const { password_hash } = await requireOwner(services, caller, input.password, limitHeaders)
      return writeLasting(async (trx, effects) => {
        const deleted = await deleteUsers(trx, [caller.userId], services.now())
        if (deleted === 'user-not-found') throw new AppError('account-not-found')
        sessionsEnded(effects, deleted.sessionIds)
        callersChanged(effects, [caller.userId, ...deleted.othersIds], deleted.dogIds)
        effects.event(eventFor(deleted.adminIds, { type: 'reports' }))
        notified(effects, deleted.notifiedIds)
        photosDeleted(effects)
      }, password_hash)
    }),
})

export const authRouter = router({
  user: evenSuspendedProcedure
    .meta({
      rest: 'GET /auth/user',
      operationId: 'getMyself',
      summary: 'The signed-in user',
      description: 'With a token, `isAdmin` says whether the token has admin rights.',
    })
    .output(userSchema)
    .query(({ ctx }) => readUser(ctx.services, ctx.caller)),
})
