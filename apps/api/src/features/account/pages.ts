import { changeEmail, setPassword } from '@barkyard/db/queries/account'
import { findLink, type LinkPurpose, resetJobKey, useLink, verifyEmail } from '@barkyard/db/queries/account-links'
import { notifyUser } from '@barkyard/db/queries/notify'
import { findUserByEmail } from '@barkyard/db/queries/users'
import { inTransaction } from '@barkyard/db/transaction'
import { forgotSchema, linkSchema, resetSchema } from '@barkyard/domain/schemas/account'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../access/network.ts'
import { hashPassword } from '../auth/passwords.ts'
import { AppError, errorAnswer, notFound } from '../errors.ts'
import { demandMail, NO_MAIL_RETRY_AFTER } from '../features/account.ts'
import { userNotified } from '../notifications/user-notified.ts'
import { accessEnded, callersChanged } from '../realtime/notify.ts'
import type { Services } from '../services.ts'
import { forgotPage, linkPage, resetPage } from './account-forms.ts'
import { isForm } from './is-form.ts'
import { messagePage } from './page-shell.ts'

const open = { config: { access: 'anybody' } } as const

const deadLink = () => new AppError('dead-link', { path: 'token' })

/** Texts of the pages that ask for confirmation. Mail programs open links, so a GET changes nothing. */
const QUESTIONS = {
  'verify-email': {
    path: '/verify-email',
    title: 'Confirm your address',
    text: 'Is this e-mail address yours?',
    button: 'Yes, confirm it',
    done: {
      title: 'Your address is confirmed',
      text: 'We can now remind you of playdates, and help if you forget your password.',
    },
  },
  'change-email': {
    path: '/change-email',
    title: 'Use this address',
    text: 'From now on your account has this e-mail address, and you log in with it.',
    button: 'Use this address',
    done: { title: 'Your address was changed', text: 'From now on, log in with your new address.' },
  },
} as const

/** Forgotten passwords and mailed links: pages that work without JavaScript, and the same calls as JSON. */
export function registerAccountPages(scope: FastifyInstance, services: Services): void {
  const { db, limits, jobs, linkTokens, now } = services

  const html = (reply: FastifyReply, status: number, page: string) =>
    reply.status(status).type('text/html; charset=utf-8').send(page)

  /** Answers a form with a page and anything else with JSON. After an error a form is shown again, by `again`. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<void>,
    pages: { done: string; again: (error: string) => string },
  ) {
    try {
      await work()
      return isForm(request) ? html(reply, 200, pages.done) : { ok: true }
    } catch (error) {
      const { status, body, retryAfter } = errorAnswer(error)
      if (!isForm(request) || (status >= 500 && status !== 503)) throw error
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      return html(reply, status, pages.again(body.message))
    }
  }

  /** Finds a link that still works. @throws AppError BAD_REQUEST */
  async function openLink(purpose: LinkPurpose, token: string) {
    const id = linkTokens.read(purpose, token)
    const link = id === null ? undefined : await findLink(db, purpose, id, now())
    if (!link) throw deadLink()
    return link
  }

  scope.get('/forgot', open, (_, reply) => {
    const hasMail = services.config.mail !== null
    if (!hasMail) reply.header('retry-after', NO_MAIL_RETRY_AFTER)
    return html(reply, hasMail ? 200 : 503, forgotPage({ hasMail }))
  })

  scope.post('/forgot', open, (request, reply) =>
    answer(
      request,
      reply,
      async () => {
        const { email } = forgotSchema.parse(request.body)
        demandMail(services)
        await limits.take('forgotOfAddress', networkOf(request.ip), request.standings)
        await limits.take('forgotOfEmail', email.toLowerCase(), request.standings)
        if ((await findUserByEmail(db, email))?.is_demo) throw notFound('Password')
        // The work is the same whether or not an account has the address, so the timing reveals nothing. The mail job looks it up.
        await jobs.put(db, 'mail', { mail: 'reset-password', email }, { key: resetJobKey(email) })
        jobs.wake('mail')
      },
      {
        done: messagePage({
          title: 'Check your e-mail',
          text: 'If an account has this address, we sent it a link. It works once, for 30 minutes.',
          action: { label: 'Back to log in', href: '/api/login' },
        }),
        again: error => forgotPage({ hasMail: services.config.mail !== null, error, email: textOf(request, 'email') }),
      },
    ),
  )

  scope.get<{ Querystring: { token?: string } }>('/reset', open, async ({ query }, reply) => {
    const token = query.token ?? ''
    const isAlive = await openLink('reset-password', token).then(
      () => true,
      error => isDead(error),
    )
    return html(reply, isAlive ? 200 : 400, resetPage(isAlive ? { token } : { error: deadLink().message }))
  })

  scope.post('/reset', open, (request, reply) =>
    answer(
      request,
      reply,
      async () => {
        const { token, password } = resetSchema.parse(request.body)
        // The link is checked before the password is hashed, and used up in the transaction of the change.
        const { id } = await openLink('reset-password', token)
        const passwordHash = await hashPassword(password)
        const ended = await inTransaction(db, async trx => {
          const link = await useLink(trx, 'reset-password', id, now())
          if (!link) throw deadLink()
          const access = await setPassword(trx, { userId: link.userId, passwordHash })
          // People who read the mail of an address that the account had before must not get in.
          if (access === 'not found' || !(await verifyEmail(trx, link, now()))) throw deadLink()
          await jobs.putMail(trx, { mail: 'password-changed' }, { userId: link.userId })
          await notifyUser(trx, { event: 'password-changed', details: {}, userId: link.userId }, now())
          return access
        })
        accessEnded(services, ended)
        jobs.wake('mail')
      },
      {
        done: messagePage({
          title: 'Your password was changed',
          text: 'You were signed out everywhere. Log in with your new password.',
          action: { label: 'Log in', href: '/api/login' },
        }),
        again: error => resetPage({ error, ...(isDeadMessage(error) ? {} : { token: textOf(request, 'token') }) }),
      },
    ),
  )

  for (const purpose of ['verify-email', 'change-email'] as const) {
    const { path, title, text, button, done } = QUESTIONS[purpose]
    scope.get<{ Querystring: { token?: string } }>(path, open, async ({ query }, reply) => {
      const token = query.token ?? ''
      const isAlive = await openLink(purpose, token).then(
        () => true,
        error => isDead(error),
      )
      return html(
        reply,
        isAlive ? 200 : 400,
        linkPage({
          action: `/api${path}`,
          title,
          text,
          button,
          ...(isAlive ? { token } : { error: deadLink().message }),
        }),
      )
    })
    scope.post(path, open, (request, reply) =>
      answer(request, reply, () => followLink(purpose, linkSchema.parse(request.body).token), {
        done: messagePage({ ...done, action: { label: 'Open Barkyard', href: '/' } }),
        again: error => linkPage({ action: `/api${path}`, title, text, button, error }),
      }),
    )
  }

  async function followLink(purpose: 'verify-email' | 'change-email', token: string): Promise<void> {
    const { id } = await openLink(purpose, token)
    const userId = await inTransaction(db, async trx => {
      const link = await useLink(trx, purpose, id, now())
      if (!link) throw deadLink()
      if (purpose === 'verify-email') {
        if (!(await verifyEmail(trx, link, now()))) throw deadLink()
      } else {
        const refusal = await changeEmail(trx, link.userId, link.email, now())
        if (refusal === 'taken')
          throw new AppError('email-taken', { message: 'Another account has this address by now' })
        if (refusal === 'not found') throw deadLink()
        await notifyUser(trx, { event: 'email-changed', details: {}, userId: link.userId }, now())
      }
      return link.userId
    })
    callersChanged(services, [userId])
    if (purpose === 'change-email') userNotified(services, [userId])
  }
}

/** False for a link that does not work; rethrows other errors. */
function isDead(error: unknown): false {
  if (error instanceof AppError && error.code === 'BAD_REQUEST') return false
  throw error
}
const isDeadMessage = (message: string) => message === deadLink().message

/** The value of a form field, to be shown again. */
function textOf(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value.slice(0, 300) : ''
}
