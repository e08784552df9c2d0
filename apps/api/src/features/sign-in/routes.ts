import { createUser, findUserByEmail } from '@barkyard/db/queries/account/users'
import { recordInvited } from '@barkyard/db/queries/invites/invites'
import { endSession } from '@barkyard/db/queries/sign-in/sessions'
import { mailboxOf } from '@barkyard/domain/email'
import { signInSchema, signUpSchema, typedPasswordSchema } from '@barkyard/domain/schemas/user'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signIn } from '../../platform/access/cookie.ts'
import { networkOf, type Rule } from '../../platform/access/limits.ts'
import { type Caller, sessionsEnded } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { problemsOf, sendAgain, sendPage, typedTexts } from '../../platform/http/form-page.ts'
import { isForm, isTyped } from '../../platform/http/request.ts'
import { takeWantedPage } from '../../platform/http/wanted-page.ts'
import type { Services } from '../../services.ts'
import { canHavePasskeys, readUser, VERIFY_EMAIL } from '../account/index.ts'
import { forgetInvite, inviteOf } from '../invites/index.ts'
import { type SignInPage, signInPage } from './page.ts'
import { requireMayJoin } from './who-may-join.ts'

const open = { config: { access: 'anybody' } } as const

/** Sign-in, sign-up and sign-out with built-in accounts: forms for people, JSON for scripts. */
export async function registerSignIn(scope: FastifyInstance, services: Services): Promise<void> {
  await scope.register(formbody)
  const { config, db, limits, passwords, write } = services

  const page = (content: Omit<SignInPage, 'demo' | 'signUp' | 'passkeys'>) =>
    signInPage({ ...content, demo: config.demo, signUp: config.signUp, passkeys: canHavePasskeys(services) })

  /** Answers a sign-in or sign-up. A form gets a 303 or its page again, JSON gets a User or an Error. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    form: SignInPage['form'],
    work: () => Promise<Caller>,
  ) {
    try {
      const caller = await work()
      return isForm(request) ? reply.redirect('/', 303) : await readUser(services, caller)
    } catch (error) {
      return sendAgain(reply, error, isForm(request), problem =>
        page({
          form,
          ...problemsOf(problem, FIELDS[form]),
          isTaken: problem.reason === 'email-taken',
          asksPasskey: problem.reason === 'passkey-required',
          typed: typedTexts(request.body),
        }),
      )
    }
  }

  scope.get<{ Querystring: { new?: string; form?: string; code?: string } }>('/login', open, async (request, reply) => {
    if (request.caller) return reply.redirect('/')
    const form = request.query.new !== undefined || request.query.form === 'signup' ? 'signup' : 'login'
    return sendPage(reply, 200, page({ form, typed: typedTexts(request.query) }))
  })

  /**
   * Counts an attempt before its password is hashed, so that a thousand at once cost no more than the limit allows.
   * Afterwards it stays counted either as a failed one or as a sign-in; one that the server failed at as neither.
   */
  async function countAttempt(request: FastifyRequest, email: string) {
    const network = networkOf(request.ip)
    // Without marks, so that no other spelling that PostgreSQL finds (İ for i) is counted anew.
    const account = `${network} ${mailboxOf(email).normalize('NFKD').replaceAll(/\p{M}/gu, '')}`
    const counts = [
      ['signInOfEmail', account],
      ['signInOfAddress', network],
      ['signIn', account],
    ] as const
    const giveBack = (given: readonly (readonly [Rule, string])[]) =>
      Promise.all(given.map(([rule, key]) => limits.giveBack(rule, key)))
    for (const [index, [rule, key]] of counts.entries())
      await limits.take(rule, key, request.limitHeaders).catch(async error => {
        await giveBack(counts.slice(0, index))
        throw error
      })
    return {
      failed: () => giveBack(counts.slice(2)),
      signedIn: () => giveBack(counts.slice(0, 2)),
      undone: () => giveBack(counts),
    }
  }

  scope.post('/login', open, (request, reply) =>
    answer(request, reply, 'login', async () => {
      const { email, password } = signInSchema.parse(request.body)
      const attempt = await countAttempt(request, email)
      const user = await verifiedUser(email, password).catch(async error => {
        await attempt.undone()
        throw error
      })
      if (!user) {
        await attempt.failed()
        throw new AppError('wrong-credentials')
      }
      await attempt.signedIn()
      return signIn(request, services, { userId: user.id, proof: { passwordHash: user.password_hash } })
    }),
  )

  async function verifiedUser(email: string, password: string) {
    const user = await findUserByEmail(db, email)
    const isRight = await passwords.verify(user?.password_hash, password)
    return user && isRight && (!user.is_demo || config.demo) ? user : null
  }

  scope.post('/signup', open, (request, reply) =>
    answer(request, reply, 'signup', async () => {
      const schema = isTyped(request) ? signUpSchema.extend({ password: typedPasswordSchema }) : signUpSchema
      const { email, password, firstName, lastName, invite, code } = schema.parse(request.body)
      await limits.take('signUp', networkOf(request.ip), request.limitHeaders)
      await requireMayJoin(services, { email, code })
      const passwordHash = await passwords.hash(password)
      const { userId } = await write(null, async (trx, effects) => {
        await requireMayJoin(services, { email, code }, trx)
        const created = unwrapOrThrow(await createUser(trx, { email, passwordHash, firstName, lastName }), {
          'email-taken': { message: 'You already have an account. Log in' },
        })
        await recordInvited(trx, created.userId, invite ?? inviteOf(request))
        services.mails.put(effects, VERIFY_EMAIL, {}, created)
        return created
      })
      forgetInvite(request, reply)
      // Whoever is new begins with their dog.
      takeWantedPage(request, reply)
      return signIn(request, services, { userId, proof: { passwordHash } })
    }),
  )

  if (config.demo) {
    // A POST, so that neither other sites nor prefetching can trigger it.
    scope.post<{ Params: { role: string } }>('/login/demo/:role', open, (request, reply) =>
      answer(request, reply, 'login', async () => {
        const { role } = request.params
        const user = role === 'owner' || role === 'admin' ? await findUserByEmail(db, `${role}@demo.test`) : undefined
        if (!user?.is_demo) throw new AppError('demo-off')
        await limits.take('signIn', `${networkOf(request.ip)} ${user.email}`, request.limitHeaders)
        return signIn(request, services, { userId: user.id, proof: { passwordHash: user.password_hash } })
      }),
    )
  }
}

/** Ends the session, with built-in accounts and with OpenID. */
export function registerSignOut(scope: FastifyInstance, { write }: Services): void {
  // No HEAD: a link checker must not end the session.
  scope.get('/logout', { ...open, exposeHeadRoute: false }, async (request, reply) => {
    const sessionId = request.session.get('id')
    if (sessionId !== undefined) {
      await write(null, async (trx, effects) => {
        await endSession(trx, sessionId)
        sessionsEnded(effects, [sessionId])
      })
    }
    request.session.delete()
    return request.headers.accept === 'application/json' ? { ok: true } : reply.redirect('/')
  })
}

const FIELDS = { login: ['email', 'password'], signup: ['code', 'firstName', 'lastName', 'email', 'password'] }
