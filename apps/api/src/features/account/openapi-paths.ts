import type { ErrorReason } from '@barkyard/domain/errors'
import { forgotSchema, linkSchema, ownPasswordSchema, resetSchema } from '@barkyard/domain/schemas/account'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { z } from 'zod'
import { form, html, json, text, withPage } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, type RoutePaths, takes, WRITE } from '../../platform/rest/responses.ts'

const open = { tags: ['account'], security: [] }
const token = {
  query: z.object({ token: z.string().describe('The part of the mailed link after `token=`.').optional() }),
}
/** @param what what has happened then. */
const done = (what: string) => ({
  description: `${what} A form gets a page that says so.`,
  headers: COUNTED,
  content: { ...json(doneSchema), 'text/html': text },
})

/** A page that asks for confirmation, and the POST that takes effect. The POST returns JSON, or a page if it was a form. */
const linkCalls = (
  path: `/${string}`,
  effect: string,
  schema: z.ZodObject,
  more: readonly ErrorReason[] = [],
): RoutePaths => ({
  [`GET ${path}`]: {
    ...open,
    requestParams: token,
    responses: { 200: html('The page.'), ...errors([...ANY, 'dead-link', 'password-not-found'], withPage) },
  },
  [`POST ${path}`]: {
    ...open,
    requestBody: { required: true, content: { ...json(schema), ...form(schema) } },
    responses: {
      200: done(effect),
      ...errors([...ANY, 'invalid-input', ...WRITE, 'dead-link', 'password-not-found', ...more], {
        ...withPage,
        ...takes(schema),
      }),
    },
  },
})

/** Calls about the account that are not procedures. */
export const ACCOUNT_PATHS: RoutePaths = {
  'GET /forgot': {
    ...open,
    responses: { 200: html('The page.'), ...errors([...ANY, 'password-not-found', 'no-mail'], withPage) },
  },
  'POST /forgot': {
    ...open,
    requestBody: { required: true, content: { ...json(forgotSchema), ...form(forgotSchema) } },
    responses: {
      200: done('If an account has the address, a link is on its way to it.'),
      ...errors([...ANY, 'invalid-input', ...WRITE, 'password-not-found', 'no-mail'], {
        ...withPage,
        ...takes(forgotSchema),
      }),
    },
  },
  ...linkCalls('/reset', 'The new password holds, and all sessions and tokens have ended.', resetSchema),
  ...linkCalls('/verify-email', 'The address is confirmed.', linkSchema),
  ...linkCalls('/change-email', 'The account has the new address, which is confirmed by this.', linkSchema, [
    'email-taken',
  ]),
  'GET /unsubscribe': {
    ...open,
    requestParams: token,
    responses: { 200: html('The page.'), ...errors([...ANY, 'dead-link'], withPage) },
  },
  'POST /unsubscribe': {
    ...open,
    requestParams: token,
    requestBody: { required: false, content: { ...json(linkSchema), ...form(linkSchema) } },
    responses: {
      200: done('No more mails of this kind are sent to the account.'),
      ...errors([...ANY, ...WRITE, 'dead-link'], withPage),
    },
  },
  'POST /account/export': {
    tags: ['account'],
    security: [{ cookie: [] }],
    requestBody: { required: true, content: json(ownPasswordSchema) },
    responses: {
      200: {
        description: 'The archive.',
        headers: COUNTED,
        content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
      },
      ...errors(
        [
          ...ANY,
          'invalid-input',
          ...WRITE,
          'not-signed-in',
          'wrong-password',
          'token',
          'demo',
          'sign-in-again',
          'acting-as-another-dog',
        ],
        takes(ownPasswordSchema),
      ),
    },
  },
}
