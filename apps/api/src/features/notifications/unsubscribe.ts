import { turnMailOff } from '@barkyard/db/queries/notifications/preferences'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { answerForm, linkPage, sendPage } from '../../platform/http/form-page.ts'
import { messagePage } from '../../platform/http/page-shell.ts'
import { queryText } from '../../platform/http/request.ts'
import type { Services } from '../../services.ts'
import { readUnsubscribeToken, UNSUBSCRIBABLE } from './mails.ts'

const open = { config: { access: 'anybody' } } as const
const DEAD = 'This link does not work. You can choose what we mail you in your settings.'

interface Asked {
  Body: { token?: unknown } | undefined
}

/**
 * Ends mails of one kind by the link in each of them, without signing in. A GET asks for confirmation. The POST comes
 * from the page's form, from a script as JSON, or from a mail program's one-click unsubscribe (RFC 8058), which may send
 * a multipart body.
 */
export async function registerUnsubscribe(scope: FastifyInstance, services: Services): Promise<void> {
  const { linkTokens, now, write } = services
  await scope.register(formbody)
  // The body of a one-click POST is always the same, so it is not read.
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_, __, done) => done(null, undefined))

  const question = (what: keyof typeof UNSUBSCRIBABLE | null, token: string, error = DEAD) =>
    linkPage({
      action: '/api/unsubscribe',
      title: 'Unsubscribe',
      button: 'Unsubscribe',
      text: what === null ? '' : `Shall we stop sending you ${UNSUBSCRIBABLE[what]}?`,
      ...(what === null ? { error } : { token }),
    })

  scope.get('/unsubscribe', open, (request, reply) => {
    const token = queryText(request, 'token')
    const asked = readUnsubscribeToken(linkTokens, token)
    return sendPage(reply, asked ? 200 : 400, question(asked?.what ?? null, token))
  })

  async function unsubscribe(token: string) {
    const asked = readUnsubscribeToken(linkTokens, token)
    if (!asked || !(await write(null, trx => turnMailOff(trx, asked.userId, asked.what, now()))))
      throw new AppError('dead-link', { message: DEAD, path: 'token' })
    return UNSUBSCRIBABLE[asked.what]
  }

  scope.post<Asked>('/unsubscribe', open, (request, reply) =>
    answerForm(request, reply, () => unsubscribe(tokenOf(request)), {
      done: what =>
        messagePage({
          title: 'Unsubscribed',
          text: `We won't send you ${what} any more. You can turn them on again in your settings.`,
          action: { label: 'Open the settings', href: '/settings/notifications' },
        }),
      again: ({ message }) => question(null, '', message),
    }),
  )
}

/** The token from the body of a form or script, or from the address, where mail programs send the POST. */
function tokenOf(request: FastifyRequest<Asked>): string {
  const token = request.body?.token
  return typeof token === 'string' ? token : queryText(request, 'token')
}
