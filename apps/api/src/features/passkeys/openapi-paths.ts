import { passkeySignInOptionsSchema, passkeySignInSchema } from '@barkyard/domain/schemas/passkey'
import { userSchema } from '@barkyard/domain/schemas/user'
import { json } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, headers, type RoutePaths, takes, WRITE } from '../../platform/rest/responses.ts'
import { accountsElsewhere } from '../account/index.ts'

const open = { tags: ['passkeys'], security: [] }
const OPENID = {
  why: { 'password-not-found': 'An OpenID provider keeps the accounts: `GET /login` leads there.' },
  thrown: { 'password-not-found': accountsElsewhere() },
} as const
const cookie = { ...COUNTED, ...headers('Set-Cookie') }

/** Signing in with a passkey. */
export const PASSKEY_PATHS: RoutePaths = {
  'POST /login/passkey/options': {
    ...open,
    responses: {
      200: { description: 'The options.', headers: cookie, content: json(passkeySignInOptionsSchema) },
      ...errors([...ANY, ...WRITE, 'password-not-found'], OPENID),
    },
  },
  'POST /login/passkey': {
    ...open,
    requestBody: { required: true, content: json(passkeySignInSchema) },
    responses: {
      200: { description: 'Signed in.', headers: cookie, content: json(userSchema) },
      ...errors(
        [
          ...ANY,
          'invalid-input',
          ...WRITE,
          'passkey-refused',
          'passkey-locked',
          'account-changed',
          'password-not-found',
        ],
        {
          ...takes(passkeySignInSchema),
          why: OPENID.why,
          thrown: { ...takes(passkeySignInSchema).thrown, ...OPENID.thrown },
        },
      ),
    },
  },
}
