import { changeEmail, setPassword } from '@barkyard/db/queries/account/account'
import { findLink, resetJobKey, useLink, verifyEmail } from '@barkyard/db/queries/account/links'
import { findUserByEmail } from '@barkyard/db/queries/account/users'
import { notifyUser } from '@barkyard/db/queries/notify'
import type { LinkPurpose } from '@barkyard/db/tables/account'
import { mailboxOf } from '@barkyard/domain/email'
import { forgotSchema, linkSchema, resetSchema } from '@barkyard/domain/schemas/account'
import { typedPasswordSchema } from '@barkyard/domain/schemas/user'
import { PASSWORD_MIN } from '@barkyard/domain/user'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../../platform/access/limits.ts'
import { accessEnded } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import {
  ADDRESS,
  answerForm,
  errorLine,
  field,
  hiddenToken,
  linkPage,
  PASSWORD_FIELDS,
  SIGN_IN_FORM,
  sendPage,
  typedTexts,
} from '../../platform/http/form-page.ts'
import { messagePage, pageShell } from '../../platform/http/page-shell.ts'
import { isTyped, queryText } from '../../platform/http/request.ts'
import { callersChanged } from '../../platform/realtime/bus.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'
import { NO_MAIL_RETRY_AFTER, requireAllowedDomain, requireMail } from './index.ts'
import { PASSWORD_CHANGED, RESET_PASSWORD } from './mails.ts'

const open = { config: { access: 'anybody' } } as const

const deadLink = () => new AppError('dead-link')

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
  const { db, limits, mails, linkTokens, now, passwords, write } = services

  async function findOpen(purpose: LinkPurpose, token: string) {
    const id = linkTokens.read(purpose, token)
    return id === null ? undefined : findLink(db, purpose, id, now())
  }

  async function openLink(purpose: LinkPurpose, token: string) {
    const link = await findOpen(purpose, token)
    if (!link) throw deadLink()
    return link
  }

  scope.get('/forgot', open, (_, reply) => {
    const hasMail = mails.isOn
    if (!hasMail) reply.header('retry-after', NO_MAIL_RETRY_AFTER)
    return sendPage(reply, hasMail ? 200 : 503, forgotPage({ hasMail }))
  })

  scope.post('/forgot', open, (request, reply) =>
    answerForm(
      request,
      reply,
      async () => {
        const { email } = forgotSchema.parse(request.body)
        requireMail(services)
        await limits.take('forgotOfAddress', networkOf(request.ip), request.limitHeaders)
        await limits.take('forgotOfEmail', `${networkOf(request.ip)} ${mailboxOf(email)}`, request.limitHeaders)
        if ((await findUserByEmail(db, email))?.is_demo) throw new AppError('password-not-found')
        // The work is the same whether or not an account has the address, so the timing reveals nothing. The mail job looks it up.
        await write(null, async (_, effects) =>
          services.mails.put(effects, RESET_PASSWORD, { email }, { key: resetJobKey(email) }),
        )
      },
      {
        done: () =>
          messagePage({
            title: 'Check your e-mail',
            text: 'If an account has this address, we sent it a link. It works once, for 30 minutes.',
            action: { label: 'Back to log in', href: '/api/login' },
          }),
        again: ({ message }) =>
          forgotPage({ hasMail: mails.isOn, error: message, email: typedTexts(request.body).email ?? '' }),
      },
    ),
  )

  scope.get('/reset', open, async (request, reply) => {
    const token = queryText(request, 'token')
    const isAlive = (await findOpen('reset-password', token)) !== undefined
    return sendPage(reply, isAlive ? 200 : 400, resetPage(isAlive ? { token } : { error: deadLink().message }))
  })

  scope.post('/reset', open, (request, reply) =>
    answerForm(
      request,
      reply,
      async () => {
        const schema = isTyped(request) ? resetSchema.extend({ password: typedPasswordSchema }) : resetSchema
        const { token, password } = schema.parse(withToken(request))
        // The link is checked before the password is hashed, and used up in the transaction of the change.
        const { id } = await openLink('reset-password', token)
        const passwordHash = await passwords.hash(password)
        await write(null, async (trx, effects) => {
          const link = await useLink(trx, 'reset-password', id, now())
          if (!link) throw deadLink()
          const { userId } = link
          const ended = await setPassword(trx, userId, passwordHash, null)
          // People who read the mail of an address that the account had before must not get in.
          if (!(await verifyEmail(trx, link, now()))) throw deadLink()
          await notifyUser(trx, { event: 'password-changed', details: {}, userId }, now())
          services.mails.put(effects, PASSWORD_CHANGED, {}, { userId })
          accessEnded(effects, ended)
          notified(effects, [userId])
        })
      },
      {
        done: () =>
          messagePage({
            title: 'Your password was changed',
            text: 'You were signed out everywhere. Log in with your new password.',
            action: { label: 'Log in', href: '/api/login' },
          }),
        again: ({ message, reason }) =>
          resetPage({
            error: message,
            ...(reason !== 'dead-link' && { token: typedTexts(withToken(request)).token ?? '' }),
          }),
      },
    ),
  )

  for (const purpose of ['verify-email', 'change-email'] as const) {
    const { path, done, ...question } = QUESTIONS[purpose]
    const page = { ...question, action: `/api${path}` }
    scope.get(path, open, async (request, reply) => {
      const token = queryText(request, 'token')
      const isAlive = (await findOpen(purpose, token)) !== undefined
      const asks = isAlive ? { token } : { error: deadLink().message }
      return sendPage(reply, isAlive ? 200 : 400, linkPage({ ...page, ...asks }))
    })
    scope.post(path, open, (request, reply) =>
      answerForm(request, reply, () => followLink(purpose, linkSchema.parse(withToken(request)).token), {
        done: () => messagePage({ ...done, action: { label: 'Open Barkyard', href: '/' } }),
        again: ({ message }) => linkPage({ ...page, error: message }),
      }),
    )
  }

  async function followLink(purpose: 'verify-email' | 'change-email', token: string): Promise<void> {
    const { id } = await openLink(purpose, token)
    await write(null, async (trx, effects) => {
      const link = await useLink(trx, purpose, id, now())
      if (!link) throw deadLink()
      const { userId, email } = link
      if (purpose === 'verify-email') {
        if (!(await verifyEmail(trx, link, now()))) throw deadLink()
      } else {
        requireAllowedDomain(services, email)
        const refusal = await changeEmail(trx, userId, email, now())
        if (refusal === 'account-not-found') throw deadLink()
        unwrapOrThrow(refusal, { 'email-taken': { message: 'Another account has this address by now' } })
        await notifyUser(trx, { event: 'email-changed', details: {}, userId }, now())
        notified(effects, [userId])
      }
      callersChanged(effects, [userId])
    })
  }
}

/** What was posted. The token of a mailed link may stand in the address instead. */
function withToken(request: FastifyRequest): unknown {
  const token = queryText(request, 'token')
  return token === '' ? request.body : { token, ...(request.body as object | undefined) }
}

const BACK = '<p class="other"><a href="/api/login">Back to log in</a></p>'

function forgotPage({ hasMail, error, email }: { hasMail: boolean; error?: string; email?: string }): string {
  const form = `<p>Tell us your e-mail address. We send you a link to choose a new password.</p>
  <form method="post" action="/api/forgot">
    ${field('E-mail', 'email', 'email', 'username', email, `required autofocus ${ADDRESS}`)}
    <button>Send me a link</button>
  </form>
  ${SIGN_IN_FORM}`
  const off = '<p>This installation sends no mail. Please ask whoever runs it to make a link for you.</p>'
  return pageShell('Forgot your password?', `${errorLine(error)}${hasMail ? form : off}${BACK}`)
}

/** Asks for the new password. Without a token the page shows only the error. */
function resetPage({ token, error }: { token?: string; error?: string }): string {
  const form =
    token === undefined
      ? '<p><a class="button" href="/api/forgot">Ask for a new link</a></p>'
      : `<form method="post" action="/api/reset">${hiddenToken(token)}
    ${field(
      `New password <small>at least ${PASSWORD_MIN} characters</small>`,
      'password',
      'password',
      'new-password',
      '',
      `required minlength="${PASSWORD_MIN}" autofocus`,
    )}
    <button>Change my password</button>
  </form>
  ${PASSWORD_FIELDS}`
  return pageShell('Choose a new password', `${errorLine(error)}${form}${BACK}`)
}
