import { z } from 'zod'
import { PASSKEY_NAME_MAX } from '../passkey.ts'
import { id, trimmedText } from './text.ts'

/** A passkey as its owner sees it. */
export const passkeySchema = z
  .object({
    id: id.describe('The id of the passkey here.'),
    name: z.string().describe('The name that its owner chose.'),
    createdAt: z.iso.datetime().describe('When it was added. ISO 8601 in UTC.'),
    lastUsedAt: z.iso.datetime().nullable().describe('The last sign-in with it. ISO 8601 in UTC. null: none yet.'),
    locked: z
      .literal(true)
      .optional()
      .describe('Present if it signs nobody in any more: its counter went back, so it may have been copied.'),
  })
  .meta({ id: 'Passkey', description: 'A passkey of an account.' })
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

const registrationSchema = z
  .object({
    ...credential,
    response: z
      .object({ clientDataJSON: bytes, attestationObject: bytes, transports: transports.optional() })
      .describe('What the authenticator made.'),
  })
  .meta({
    id: 'PasskeyRegistration',
    description: 'RegistrationResponseJSON of WebAuthn, from `navigator.credentials.create`.',
  })

const authenticationSchema = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: z.string().max(200).nullish().describe('The account, in base64url.'),
      })
      .describe('What the authenticator signed.'),
  })
  .meta({
    id: 'PasskeyAuthentication',
    description: 'AuthenticationResponseJSON of WebAuthn, from `navigator.credentials.get`.',
  })

/** Stands for the sign-in where the operator asks staff for a passkey, and they have none yet. */
const link = z
  .string()
  .max(200)
  .describe('The part after `token=` of the link of `pnpm admin passkeys`, for the first passkey of staff.')
  .optional()

export const passkeyOptionsInput = z
  .object({ link })
  .meta({ id: 'PasskeyOptionsInput', description: 'Begins to add a passkey.' })
export const newPasskeySchema = z
  .object({
    name: trimmedText(1, PASSKEY_NAME_MAX, { min: 'Please name the passkey' }).describe('A name of your choice.'),
    response: registrationSchema.describe('What the browser made.'),
    link,
  })
  .meta({ id: 'NewPasskey', description: 'A passkey to add, for the challenge that was given out last.' })
export const passkeySignInSchema = z
  .object({ response: authenticationSchema.describe('What the browser made.') })
  .meta({ id: 'PasskeySignIn', description: 'Signs in with a passkey, for the challenge that this browser got last.' })

const publicKeyType = z.literal('public-key').describe('Always "public-key".')
const challenge = z.string().describe('Good once, for 5 minutes, in this browser. Base64url.')
const userVerification = z.literal('required').describe('The authenticator checks who uses it.')
const timeout = z.number().int().describe('In ms.')

/** What a browser makes a passkey from. */
export const passkeyOptionsSchema = z
  .object({
    challenge,
    rp: z
      .object({ id: z.string().describe('Its domain.'), name: z.string().describe('Its name.') })
      .describe('This installation.'),
    user: z
      .object({
        id: z.string().describe('The account, in base64url.'),
        name: z.string().describe('Its address, else its name.'),
        displayName: z.string().describe('Its name.'),
      })
      .describe('The account, as authenticators list it.'),
    pubKeyCredParams: z
      .array(z.object({ type: publicKeyType, alg: z.number().int().describe('The number of the algorithm (COSE).') }))
      .describe('The algorithms that are taken, the preferred one first.'),
    timeout,
    attestation: z.literal('none').describe('Nobody is asked which authenticator they have.'),
    excludeCredentials: z
      .array(
        z.object({
          type: publicKeyType,
          id: z.string().describe('The id of the credential, in base64url.'),
          transports: z.array(z.string()).describe('How the browser reaches its authenticator.'),
        }),
      )
      .describe('The passkeys that the account has.'),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('required').describe('A passkey is found without an e-mail address.'),
        requireResidentKey: z.literal(true).describe('The same for older browsers.'),
        userVerification,
      })
      .describe('Which authenticators will do.'),
  })
  .meta({ id: 'PasskeyOptions', description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn.' })
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>

/** What a browser signs in with. */
export const passkeySignInOptionsSchema = z
  .object({ challenge, rpId: z.string().describe('The domain of this installation.'), timeout, userVerification })
  .meta({ id: 'PasskeySignInOptions', description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn.' })
