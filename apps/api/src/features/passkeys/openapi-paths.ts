import { passkeySignInOptionsSchema, passkeySignInSchema } from '@barkyard/domain/schemas/passkey'
import { userSchema } from '@barkyard/domain/schemas/user'
import { json, takesBody } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, headers, type RoutePaths, WRITE } from '../../platform/rest/responses.ts'
import { accountsElsewhere } from '../account/index.ts'

const open = { tags: ['passkeys'], security: [] }
const OPENID = {
  why: { 'password-not-found': 'An OpenID provider keeps the accounts: `GET /login` leads there.' },
  thrown: { 'password-not-found': accountsElsewhere() },
} as const
const cookie = { ...COUNTED, ...headers('Set-Cookie') }

export const PASSKEY_PATHS: RoutePaths = {
  'POST /login/passkey/options': {
    ...open,
    operationId: 'beginPasskeySignIn',
    summary: 'Get what a browser signs in with',
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON`. Keep the cookie: the challenge is good once, for 5 minutes, with it. With an OpenID provider the response is 404.',
    responses: {
      200: { description: 'The options.', headers: cookie, content: json(passkeySignInOptionsSchema) },
      ...errors([...ANY, ...WRITE, 'password-not-found'], OPENID),
    },
  },
  'POST /login/passkey': {
    ...open,
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description:
      'What the browser made from `POST /login/passkey/options`. Keep the cookie. A passkey whose counter goes back is locked. With an OpenID provider the response is 404.',
    ...takesBody(
      passkeySignInSchema,
      { 200: { description: 'Signed in.', headers: cookie, content: json(userSchema) } },
      ['passkey-refused', 'passkey-locked', 'account-changed', 'password-not-found'],
      OPENID,
    ),
  },
}
