import type { ErrorReason } from '@barkyard/domain/errors'
import { forgotSchema, linkSchema, ownPasswordSchema, resetSchema } from '@barkyard/domain/schemas/account'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { z } from 'zod'
import { LIMITS } from '../../platform/access/limits.ts'
import { BYTES, form, html, json, takesBody, text, withPage } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, type RoutePaths, WRITE } from '../../platform/rest/responses.ts'

const open = { tags: ['account'], security: [] }
const token = {
  query: z.object({ token: z.string().describe('The part of the mailed link after `token=`.').optional() }),
}
const ZIP = { 'application/zip': BYTES }
const done = (what: string) => ({
  description: `${what} A form gets a page that says so.`,
  headers: COUNTED,
  content: { ...json(doneSchema), 'text/html': text },
})

interface LinkCall {
  path: `/${string}`
  /** "ResetPassword", for the operation ids of the page and the call. */
  name: string
  summary: string
  effect: string
  schema: z.ZodObject
  errors?: readonly ErrorReason[]
}

/** A page that asks for confirmation, and the POST that takes effect. The POST returns JSON, or a page if it was a form. */
const linkCalls = ({ path, name, summary, effect, schema, errors: more = [] }: LinkCall): RoutePaths => ({
  [`GET ${path}`]: {
    ...open,
    operationId: `show${name}Page`,
    summary: `${summary}: the confirmation page`,
    description: 'For browsers. Opening it changes nothing, because mail programs open links.',
    requestParams: token,
    responses: { 200: html('The page.'), ...errors([...ANY, 'dead-link', 'password-not-found'], withPage) },
  },
  [`POST ${path}`]: {
    ...open,
    operationId: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    summary,
    description: 'A link works once. It needs no sign-in. Its token may stand in the address instead of the body.',
    requestParams: token,
    ...takesBody(schema, { 200: done(effect) }, ['dead-link', 'password-not-found', ...more], withPage),
  },
})

export const ACCOUNT_PATHS: RoutePaths = {
  'GET /forgot': {
    ...open,
    operationId: 'showForgotPage',
    summary: 'The page that requests a password reset',
    description: 'For browsers.',
    responses: { 200: html('The page.'), ...errors([...ANY, 'password-not-found', 'no-mail'], withPage) },
  },
  'POST /forgot': {
    ...open,
    operationId: 'askForResetLink',
    summary: 'Request a password reset link by mail',
    description: `The response is the same whether or not an account has the address. ${LIMITS.forgotOfEmail.points} an hour for one address, ${LIMITS.forgotOfAddress.points} from one network. The link works once, for 30 minutes.`,
    ...takesBody(
      forgotSchema,
      { 200: done('If an account has the address, a link is on its way to it.') },
      ['password-not-found', 'no-mail'],
      withPage,
    ),
  },
  ...linkCalls({
    path: '/reset',
    name: 'ResetPassword',
    summary: 'Set a new password by a mailed link, ending all sessions and tokens',
    effect: 'The new password holds, and all sessions and tokens have ended.',
    schema: resetSchema,
  }),
  ...linkCalls({
    path: '/verify-email',
    name: 'VerifyEmail',
    summary: 'Confirm an e-mail address by a mailed link',
    effect: 'The address is confirmed.',
    schema: linkSchema,
  }),
  ...linkCalls({
    path: '/change-email',
    name: 'TakeNewEmail',
    summary: 'Change to a new e-mail address by a mailed link',
    effect: 'The account has the new address, which is confirmed by this.',
    schema: linkSchema,
    errors: ['email-taken'],
  }),
  'GET /unsubscribe': {
    ...open,
    operationId: 'showUnsubscribePage',
    summary: 'Unsubscribe from a kind of mail: the confirmation page',
    description: 'For browsers. Opening it changes nothing, because mail programs open links.',
    requestParams: token,
    responses: { 200: html('The page.'), ...errors([...ANY, 'dead-link'], withPage) },
  },
  'POST /unsubscribe': {
    ...open,
    operationId: 'unsubscribeByLink',
    summary: 'Unsubscribe from a kind of mail by its link, without signing in',
    description:
      'The token may be in the address, as in the mail’s List-Unsubscribe (RFC 8058). The link does not expire.',
    requestParams: token,
    requestBody: { required: false, content: { ...json(linkSchema), ...form(linkSchema) } },
    responses: {
      200: done('No more mails of this kind are sent to the account.'),
      ...errors([...ANY, ...WRITE, 'dead-link'], withPage),
    },
  },
  'POST /account/export': {
    operationId: 'exportMyAccount',
    tags: ['account'],
    security: [{ cookie: [] }],
    summary: 'Download all data of your account',
    description: `A ZIP of JSON files and photos, with a README that explains each. ${LIMITS.accountExport.points} a day. With an OpenID provider, a sign-in within the last 10 minutes replaces the password.`,
    ...takesBody(ownPasswordSchema, { 200: { description: 'The archive.', headers: COUNTED, content: ZIP } }, [
      'not-signed-in',
      'wrong-password',
      'token',
      'demo',
      'sign-in-again',
      'acting-as-another-dog',
    ]),
  },
}
