import { doneSchema } from '@barkyard/domain/schemas/match'
import { signInSchema, signUpSchema, userSchema } from '@barkyard/domain/schemas/user'
import { z } from 'zod'
import { PASSKEY_NEXT } from '../../platform/access/cookie.ts'
import { AppError } from '../../platform/errors.ts'
import { html, json, redirect, takesBody, withPage } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, headers, type RoutePaths, WRITE } from '../../platform/rest/responses.ts'
import { accountsElsewhere, OPENID } from '../account/index.ts'

const signedIn = {
  200: {
    description: 'Signed in (JSON was sent).',
    headers: { ...COUNTED, ...headers('Set-Cookie') },
    content: json(userSchema),
  },
  303: { description: 'Signed in (a form was sent).', headers: { ...COUNTED, ...headers('Set-Cookie', 'Location') } },
}
const open = { tags: ['auth'], security: [] }

export const SIGN_IN_PATHS: RoutePaths = {
  'GET /login': {
    ...open,
    operationId: 'showSignInPage',
    summary: 'The sign-in page, or a redirect to the OpenID provider',
    description: 'For browsers. Scripts sign in with `POST /login` or a token.',
    responses: {
      200: html('The page.'),
      302: redirect('Already signed in, or to the provider.'),
      ...errors(ANY, withPage),
    },
  },
  'POST /login': {
    ...open,
    operationId: 'signIn',
    summary: 'Sign in',
    description: 'Keep the cookie. With an OpenID provider the response is 404.',
    ...takesBody(
      signInSchema,
      signedIn,
      ['wrong-credentials', 'account-changed', 'passkey-required', 'password-not-found'],
      {
        ...withPage,
        why: {
          ...OPENID,
          'passkey-required': 'The password is right, and the account requires a passkey: sign in with one.',
        },
        thrown: {
          'passkey-required': new AppError('passkey-required', PASSKEY_NEXT),
          'password-not-found': accountsElsewhere(),
        },
      },
    ),
  },
  'POST /login/demo/{role}': {
    ...open,
    operationId: 'signInToDemo',
    summary: 'Try the demo without a password',
    description: 'Only if the demo is on.',
    requestParams: {
      path: z.object({
        role: z.enum(['owner', 'admin']).describe('The account to sign in to.'),
      }),
    },
    responses: {
      ...signedIn,
      ...errors([...ANY, ...WRITE, 'demo-off', 'password-not-found', 'address-not-found'], withPage),
    },
  },
  'POST /signup': {
    ...open,
    operationId: 'signUp',
    summary: 'Create an account and sign in',
    description: 'Keep the cookie. With an OpenID provider the response is 404.',
    ...takesBody(signUpSchema, signedIn, ['password-not-found', 'email-taken', 'signup-by-invite', 'signup-closed'], {
      ...withPage,
      why: OPENID,
      thrown: { 'password-not-found': accountsElsewhere() },
    }),
  },
  'GET /logout': {
    ...open,
    operationId: 'signOut',
    summary: 'End the session of the cookie',
    description:
      'Works without a session too. Browsers are redirected to `/`; with only `Accept: application/json` the response is JSON. Personal access tokens stay valid: `DELETE /tokens/{id}` revokes one.',
    responses: {
      200: { description: 'Signed out (only JSON was accepted).', headers: COUNTED, content: json(doneSchema) },
      302: redirect('Signed out.'),
      ...errors(ANY),
    },
  },
  'GET /callback': {
    ...open,
    operationId: 'finishOpenidSignIn',
    summary: 'The callback of the OpenID provider',
    description: 'Only for browsers. With built-in accounts the response is 404.',
    requestParams: {
      query: z.object({
        code: z.string().describe('The authorization code.').meta({ example: 'SplxlOBeZQQYbYS6WxSbIA' }).optional(),
        state: z
          .string()
          .describe('The state that was sent to the provider.')
          .meta({ example: 'af0ifjsldkj' })
          .optional(),
        iss: z.string().describe('The provider’s issuer.').meta({ example: 'https://id.example.com' }).optional(),
      }),
    },
    responses: {
      302: { ...redirect('Signed in.'), headers: { ...COUNTED, ...headers('Location', 'Set-Cookie') } },
      400: html('The user cancelled, or the provider’s response is invalid.'),
      403: html('Nobody, or nobody without an invitation or with this address, may make an account here.'),
      409: html('Another account has the e-mail, and the provider has not verified it.'),
      default: html('Any other error, as a page that says what to do.'),
      ...errors(['address-not-found']),
      ...errors(ANY, withPage),
    },
  },
}
