import { CHALLENGE_MS } from '@barkyard/domain/passkey'
import {
  type newPasskeySchema,
  type PasskeyOptions,
  passkeyOptionsSchema,
  type passkeySignInSchema,
} from '@barkyard/domain/schemas/passkey'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Services } from '../../services.ts'

type RegistrationAnswer = z.output<typeof newPasskeySchema>['response']
type SignInAnswer = z.output<typeof passkeySignInSchema>['response']

/** Loaded by the first call: with what it imports it is a quarter of the files that the app consists of. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

/** The site that passkeys belong to. They are bound to the domain of `PUBLIC_URL`, whatever a request says. */
const siteOf = ({ config: { publicUrl } }: Services) => ({
  expectedOrigin: publicUrl.origin,
  expectedRPID: publicUrl.hostname,
})

interface Account {
  id: string
  email: string | null
  name: string
}

export async function registrationOptions(
  services: Services,
  { id, email, name }: Account,
  credentials: { credential_id: string; transports: string[] }[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Barkyard',
    rpID: siteOf(services).expectedRPID,
    userID: new TextEncoder().encode(id),
    userName: email ?? name,
    userDisplayName: name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: credentials.map(one => ({
      id: one.credential_id,
      transports: one.transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return passkeyOptionsSchema.parse(options)
}

/** What a browser signs in with, with a new challenge. It names no account. */
export async function signInOptions(services: Services) {
  const rpId = siteOf(services).expectedRPID
  const { generateAuthenticationOptions } = await library()
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' as const }
}

/** Checks a new passkey: challenge, origin, domain, that its user was there and was recognised. @returns null if something is wrong. */
export async function verifyRegistration(services: Services, response: RegistrationAnswer, expectedChallenge: string) {
  const { transports, ...answer } = response.response
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    ...siteOf(services),
    expectedChallenge,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
    response: { ...response, response: answer, clientExtensionResults: {} },
    // The library throws at whatever it cannot read, too.
  }).catch(() => null)
  if (!checked?.verified) return null
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports: transports ?? [] }
}

/** Checks the answer of a passkey, but for its counter: see `usePasskey`. @returns the counter; null: it is wrong. */
export async function verifySignIn(
  services: Services,
  response: SignInAnswer,
  { expectedChallenge, publicKey, userId }: { expectedChallenge: string; publicKey: Buffer; userId: string },
): Promise<number | null> {
  const { userHandle, ...answer } = response.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== userId) return null
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    ...siteOf(services),
    expectedChallenge,
    requireUserVerification: true,
    // With 0 the library leaves the counter to us.
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    response: { ...response, response: answer, clientExtensionResults: {} },
  }).catch(() => null)
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}
