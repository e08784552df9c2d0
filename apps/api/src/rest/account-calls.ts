import { forgotSchema, linkSchema, ownPasswordSchema, resetSchema } from '@barkyard/domain/schemas/account'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { ANY, errors, WRITE } from './responses.ts'

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const form = (schema: z.ZodType) => ({ 'application/x-www-form-urlencoded': { schema } })
const page = { schema: z.string() }
const html = (description: string) => ({ description, content: { 'text/html': page } })
const open = { tags: ['account'], security: [] }
const token = {
  query: z.object({ token: z.string().optional().meta({ description: 'The token of the mailed link' }) }),
}
const DEAD = 'The link was used, is too old, or was never one'
const NO_PASSWORDS = 'An OpenID provider keeps the accounts'

/** A page that asks, and the POST that does it: as JSON, or as a page for forms. */
const linkCalls = (name: string, summary: string, schema: z.ZodType, more: Parameters<typeof errors>[0] = {}) => ({
  get: {
    ...open,
    operationId: `${name}-page`,
    summary: `${summary}: the page that asks first`,
    requestParams: token,
    responses: { 200: html('The page'), ...errors({ ...ANY, 400: DEAD, 404: NO_PASSWORDS }, page) },
  },
  post: {
    ...open,
    operationId: name,
    summary,
    requestBody: { required: true, content: { ...json(schema), ...form(schema) } },
    responses: {
      200: { description: 'Done', content: { ...json(doneSchema), 'text/html': page } },
      ...errors({ ...ANY, ...WRITE, 400: DEAD, 404: NO_PASSWORDS, ...more }, page),
    },
  },
})

/** Calls about the account that are no procedures. */
export const ACCOUNT_CALLS: ZodOpenApiPathsObject = {
  '/forgot': {
    get: {
      ...open,
      operationId: 'forgot-page',
      summary: 'The page that asks for your address',
      responses: {
        200: html('The page'),
        503: html('This installation sends no mail'),
        ...errors({ 429: true, 500: true }, page),
      },
    },
    post: {
      ...open,
      operationId: 'forgot',
      summary: 'Have a link mailed that sets a new password',
      description:
        'The same answer whether an account has the address or not. 5 an hour for one address, 20 from one network. The link works once, for 30 minutes.',
      requestBody: { required: true, content: { ...json(forgotSchema), ...form(forgotSchema) } },
      responses: {
        200: { description: 'Done', content: { ...json(doneSchema), 'text/html': page } },
        ...errors(
          {
            ...ANY,
            ...WRITE,
            404: `${NO_PASSWORDS}, or the account is the demo’s`,
            503: 'This installation sends no mail',
          },
          page,
        ),
      },
    },
  },
  '/reset': linkCalls('reset', 'Set a new password by a mailed link; every session and token ends', resetSchema),
  '/verify-email': linkCalls('verify-email', 'Confirm an address by a mailed link', linkSchema),
  '/change-email': linkCalls('change-email', 'Take a new address by a mailed link', linkSchema, {
    409: 'Another account has this address by now',
  }),
  '/account/export': {
    post: {
      operationId: 'account-export',
      tags: ['account'],
      summary: 'Download everything of your account',
      description:
        'A ZIP of JSON files and photos, with a README that explains each. 3 a day. Where an OpenID provider keeps the accounts, no password is sent; a sign-in within the last 10 minutes stands for it.',
      requestBody: { required: true, content: json(ownPasswordSchema) },
      responses: {
        200: {
          description: 'The archive',
          content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
        },
        ...errors({ ...ANY, ...WRITE, 401: true, 403: 'Wrong password, a token, or an account of the demo' }),
      },
    },
  },
}
