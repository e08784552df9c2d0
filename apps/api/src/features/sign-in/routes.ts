import { createUser, findUserByEmail } from '@barkyard/db/queries/users'
import { inTransaction } from '@barkyard/db/transaction'
import { signInSchema, signUpSchema } from '@barkyard/domain/schemas/user'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signIn } from '../access/cookie.ts'
import { networkOf } from '../access/network.ts'
import type { Caller } from '../access/sessions.ts'
import { hashPassword, verifyPassword } from '../auth/passwords.ts'
import { AppError, errorAnswer } from '../errors.ts'
import { readUser } from '../features/auth.ts'
import { sessionsEnded } from '../realtime/notify.ts'
import type { Services } from '../services.ts'
import { registerAccountPages } from './account-pages.ts'
import { isForm } from './is-form.ts'
import { type SignInPage, signInPage } from './sign-in-page.ts'

const open = { config: { access: 'anybody' } } as const
const TAKEN = 'You already have an account. Log in'

/** Sign-in, sign-up and sign-out with built-in accounts: forms for people, JSON for scripts. */
export async function registerSignIn(scope: FastifyInstance, services: Services): Promise<void> {
  await scope.register(formbody)
  const { config, sessions, db, limits, jobs } = services
  registerAccountPages(scope, services)

  const page = (reply: FastifyReply, status: number, content: Omit<SignInPage, 'demo'>) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(signInPage({ ...content, demo: config.demo }))

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
      const { status, body, retryAfter } = errorAnswer(error)
      if (!isForm(request) || (status >= 500 && status !== 503)) throw error
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      return page(reply, status, {
        form,
        error: body.message,
        isTaken: body.message === TAKEN,
        typed: typedFields(request.body),
      })
    }
  }

  scope.get<{ Querystring: { new?: string; form?: string } }>('/login', open, async (request, reply) => {
    if (request.caller) return reply.redirect('/')
    return page(reply, 200, {
      form: request.query.new !== undefined || request.query.form === 'signup' ? 'signup' : 'login',
      typed: {},
    })
  })

  /**
   * Counts an attempt before its password is hashed, so that a thousand at once cost no more than the limit allows.
   * An attempt that did not fail because of a wrong password is given back.
   */
  async function countAttempt(request: FastifyRequest, email: string): Promise<{ giveBack(): Promise<void> }> {
    const network = networkOf(request.ip)
    const byEmail = `${network} ${email.toLowerCase()}`
    await limits.take('signInOfEmail', byEmail, request.standings)
    try {
      await limits.take('signInOfAddress', network, request.standings)
    } catch (error) {
      await limits.giveBack('signInOfEmail', byEmail)
      throw error
    }
    return {
      async giveBack() {
        await limits.giveBack('signInOfEmail', byEmail)
        await limits.giveBack('signInOfAddress', network)
      },
    }
  }

  scope.post('/login', open, (request, reply) =>
    answer(request, reply, 'login', async () => {
      const { email, password } = signInSchema.parse(request.body)
      const attempt = await countAttempt(request, email)
      const user = await verifiedUser(email, password).catch(async error => {
        await attempt.giveBack()
        throw error
      })
      if (!user) throw new AppError('wrong-credentials')
      await attempt.giveBack()
      return signIn(request, sessions, { userId: user.id, passwordHash: user.password_hash })
    }),
  )

  /** The account with this e-mail and password, or undefined. */
  async function verifiedUser(email: string, password: string) {
    const user = await findUserByEmail(db, email)
    const isRight = await verifyPassword(user?.password_hash, password)
    return user && isRight && (!user.is_demo || config.demo) ? user : null
  }

  scope.post('/signup', open, (request, reply) =>
    answer(request, reply, 'signup', async () => {
      const { email, password, firstName, lastName } = signUpSchema.parse(request.body)
      await limits.take('signUp', networkOf(request.ip), request.standings)
      const passwordHash = await hashPassword(password)
      const { userId } = await inTransaction(db, async trx => {
        const created = await createUser(trx, { email, passwordHash, firstName, lastName })
        if (created === 'taken') throw new AppError('email-taken', { message: TAKEN })
        await jobs.putMail(trx, { mail: 'verify-email' }, created)
        return created
      })
      jobs.wake('mail')
      return signIn(request, sessions, { userId })
    }),
  )

  if (config.demo) {
    // A POST, so that neither other sites nor prefetching can trigger it.
    scope.post<{ Params: { role: string } }>('/login/demo/:role', open, (request, reply) =>
      answer(request, reply, 'login', async () => {
        const { role } = request.params
        const user = role === 'owner' || role === 'admin' ? await findUserByEmail(db, `${role}@demo.test`) : undefined
        if (!user?.is_demo) throw new AppError('demo-off')
        return signIn(request, sessions, { userId: user.id })
      }),
    )
  }
}

/** Ends the session, with built-in accounts and with OpenID. */
export function registerSignOut(scope: FastifyInstance, { sessions, bus }: Services): void {
  // No HEAD: a link checker must not end the session.
  scope.get('/logout', { ...open, exposeHeadRoute: false }, async (request, reply) => {
    const sessionId = request.session.get('id')
    if (sessionId !== undefined) {
      await sessions.end(sessionId)
      sessionsEnded({ bus }, [sessionId])
    }
    request.session.delete()
    return request.headers.accept === 'application/json' ? { ok: true } : reply.redirect('/')
  })
}

/** The submitted fields, to be shown again; never the password. */
function typedFields(body: unknown): SignInPage['typed'] {
  const field = (name: string) => {
    const value =
      typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined
    return typeof value === 'string' ? value.slice(0, 300) : ''
  }
  return { email: field('email'), firstName: field('firstName'), lastName: field('lastName') }
}
