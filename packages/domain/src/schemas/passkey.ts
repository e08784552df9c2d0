import { z } from 'zod'
import { PASSKEY_NAME_MAX } from '../passkey.ts'
import { id, part, shape, text, time, timeOrNull, trimmedText } from './fields.ts'

export const passkeySchema = shape('Passkey', 'A passkey of an account.', {
  id: id.describe('The id of the passkey here.'),
  name: text('The name that its owner chose.'),
  createdAt: time('When it was added. ISO 8601 in UTC.'),
  lastUsedAt: timeOrNull('The last sign-in with it. ISO 8601 in UTC. null: none yet.'),
  locked: z
    .literal(true)
    .optional()
    .describe('Present if it signs nobody in any more: its counter went back, so it may have been copied.'),
})
export type Passkey = z.infer<typeof passkeySchema>

/** Bytes of an authenticator. The largest are attestations, a few KiB. */
const bytes = z
  .string()
  .min(1)
  .max(16_384)
  .regex(/^[\w-]+$/, 'Must be base64url')
  .describe('Bytes in base64url.')
const credentialId = bytes.max(1400).describe('The id of the credential, in base64url.')
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key').describe('Always "public-key".'),
  clientExtensionResults: z.object({}).optional().describe('What browsers send too. Ignored.'),
}
const transports = z.array(z.string().max(20)).max(10).describe('How the browser can reach the authenticator.')

const registrationSchema = shape(
  'PasskeyRegistration',
  'RegistrationResponseJSON of WebAuthn, from `navigator.credentials.create`.',
  {
    ...credential,
    response: part('What the authenticator made.', {
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: transports.optional(),
    }),
  },
)

const authenticationSchema = shape(
  'PasskeyAuthentication',
  'AuthenticationResponseJSON of WebAuthn, from `navigator.credentials.get`.',
  {
    ...credential,
    response: part('What the authenticator signed.', {
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: z.string().max(200).nullish().describe('The account, in base64url.'),
    }),
  },
)

/** Stands for the sign-in where the operator asks staff for a passkey, and they have none yet. */
const link = z
  .string()
  .max(200)
  .describe('The part after `token=` of the link of `pnpm admin passkeys`, for the first passkey of staff.')
  .optional()

export const passkeyOptionsInput = shape('PasskeyOptionsInput', 'Begins to add a passkey.', { link })
export const newPasskeySchema = shape('NewPasskey', 'A passkey to add, for the challenge that was given out last.', {
  name: trimmedText(1, PASSKEY_NAME_MAX, { min: 'Please name the passkey' }).describe('A name of your choice.'),
  response: registrationSchema.describe('What the browser made.'),
  link,
})
export const passkeySignInSchema = shape(
  'PasskeySignIn',
  'Signs in with a passkey, for the challenge that this browser got last.',
  { response: authenticationSchema.describe('What the browser made.') },
)

const publicKeyType = z.literal('public-key').describe('Always "public-key".')
const challenge = text('Good once, for 5 minutes, in this browser. Base64url.')
const userVerification = z.literal('required').describe('The authenticator checks who uses it.')
const timeout = z.number().int().describe('In ms.')

export const passkeyOptionsSchema = shape('PasskeyOptions', 'PublicKeyCredentialCreationOptionsJSON of WebAuthn.', {
  challenge,
  rp: part('This installation.', { id: text('Its domain.'), name: text('Its name.') }),
  user: part('The account, as authenticators list it.', {
    id: text('The account, in base64url.'),
    name: text('Its address, else its name.'),
    displayName: text('Its name.'),
  }),
  pubKeyCredParams: z
    .array(z.object({ type: publicKeyType, alg: z.number().int().describe('The number of the algorithm (COSE).') }))
    .describe('The algorithms that are taken, the preferred one first.'),
  timeout,
  attestation: z.literal('none').describe('Nobody is asked which authenticator they have.'),
  excludeCredentials: z
    .array(
      z.object({
        type: publicKeyType,
        id: text('The id of the credential, in base64url.'),
        transports: z.array(z.string()).describe('How the browser reaches its authenticator.'),
      }),
    )
    .describe('The passkeys that the account has.'),
  authenticatorSelection: part('Which authenticators will do.', {
    residentKey: z.literal('required').describe('A passkey is found without an e-mail address.'),
    requireResidentKey: z.literal(true).describe('The same for older browsers.'),
    userVerification,
  }),
})
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>

export const passkeySignInOptionsSchema = shape(
  'PasskeySignInOptions',
  'PublicKeyCredentialRequestOptionsJSON of WebAuthn.',
  { challenge, rpId: text('The domain of this installation.'), timeout, userVerification },
)
