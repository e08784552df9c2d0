import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorAnswer } from '../errors.ts'
import { escapeHtml, pageShell } from './page-shell.ts'
import { isUpload } from './read-upload.ts'
import { isForm } from './request.ts'

export const ADDRESS = 'inputmode="email" autocapitalize="none" spellcheck="false"'
/** Sends the form without leaving the page, and takes the typed e-mail along to the next page. */
export const SIGN_IN_FORM = '<script src="/sign-in-form.js" defer></script>'
/** Shows the button that signs in with a passkey, where the browser can. */
export const PASSKEY_SIGN_IN = '<script src="/passkey-sign-in.js" defer></script>'
/** Adds a button that shows the password, and a hint about a new one. The page works without JavaScript too. */
export const PASSWORD_FIELDS = '<script src="/password-fields.js" defer></script>'

export const field = (
  label: string,
  name: string,
  type: string,
  autocomplete: string,
  value = '',
  extra = 'required',
  { words, error }: FieldWords = {},
) => `
  <label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}" ${extra}${
    words === undefined ? '' : ` data-words="${escapeHtml(words)}"`
  }${invalid(name, error)}></label>${fieldError(name, error)}`

export const invalid = (name: string, error: string | undefined) =>
  error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`
export const fieldError = (name: string, error: string | undefined) =>
  error === undefined ? '' : `<p class="field-error" id="${name}-error">${escapeHtml(error)}</p>`

interface FieldWords {
  /** What to say where it is missing or not what it has to be: the page's script says it before the server does. */
  words?: string | undefined
  error?: string | undefined
}

export const errorLine = (error: string | undefined) =>
  error ? `<p class="error" role="alert">${escapeHtml(error)}</p>` : ''
export const hiddenToken = (token: string) => `<input type="hidden" name="token" value="${escapeHtml(token)}">`

export const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.status(status).type('text/html; charset=utf-8').send(page)

/** Whether a person's browser sends a form of ours itself, without a script. */
export const isReadAsPage = (request: FastifyRequest) =>
  request.routeOptions.config.access === 'anybody' &&
  (isForm(request) || isUpload(request)) &&
  (request.headers.accept?.includes('text/html') ?? false)

/** Shows a form again. @throws the error if no form was sent, and if it is no refusal */
export function sendAgain(reply: FastifyReply, error: unknown, isPage: boolean, page: (problem: ErrorBody) => string) {
  const { status, headers, body } = errorAnswer(error)
  if (!isPage || (status >= 500 && status !== 503)) throw error
  return sendPage(reply.headers(headers), status, page(body))
}

/** Answers a form with a page and anything else with JSON. After an error a form is shown again, by `again`. */
export async function answerForm<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
  pages: { done: (result: T) => string; again: (error: ErrorBody) => string },
) {
  try {
    const result = await work()
    return isForm(request) ? sendPage(reply, 200, pages.done(result)) : { ok: true }
  } catch (error) {
    return sendAgain(reply, error, isForm(request), pages.again)
  }
}

/** What is wrong, at these fields or, where it is about none of them, above all. The first one of a field counts. */
export function problemsOf(
  { message, issues = [] }: ErrorBody,
  fields: readonly string[],
): { error?: string; fieldErrors?: Record<string, string> } {
  const fieldErrors = Object.fromEntries(issues.map(issue => [String(issue.path[0]), issue.message]).reverse())
  const isAtFields = issues.length > 0 && Object.keys(fieldErrors).every(name => fields.includes(name))
  return isAtFields ? { fieldErrors } : { error: message }
}

export const typedTexts = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof body === 'object' && body !== null ? body : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, 300)]] : [],
    ),
  )

interface LinkPage {
  action: string
  title: string
  text: string
  button: string
  token?: string
  error?: string
}

/** Asks for confirmation before a mailed link takes effect. */
export function linkPage({ action, title, text, button, token, error }: LinkPage): string {
  const form =
    token === undefined
      ? '<p><a class="button" href="/settings/account">Open the settings</a></p>'
      : `<p>${escapeHtml(text)}</p><form method="post" action="${action}">${hiddenToken(token)}<button>${escapeHtml(button)}</button></form>`
  return pageShell(title, `${errorLine(error)}${form}`)
}
