import { emailSchema } from '@barkyard/domain/schemas/user'
import { isVisible, storable } from '@barkyard/domain/text'
import * as oidc from 'openid-client'
import type { Config } from '../../config.ts'

/** The state of a sign-in at the provider that has not finished, kept in the browser's cookie. */
export interface UnderWay {
  verifier: string
  state: string
  nonce: string
}

export interface Claims {
  issuer: string
  subject: string
  /** null = the provider did not send one. */
  email: string | null
  isEmailVerified: boolean
  firstName: string
  lastName: string
}

export type Failure = 'cancelled' | 'unavailable' | 'invalid'
export class ProviderError extends Error {
  readonly failure: Failure
  constructor(failure: Failure, cause: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

const TIMEOUT_SECONDS = 5

/** A client of an OpenID provider: authorization code flow with PKCE, state and nonce. */
export class OpenidProvider {
  readonly #settings: NonNullable<Config['oidc']>
  readonly #callback: URL
  #known: Promise<oidc.Configuration> | undefined

  constructor(settings: NonNullable<Config['oidc']>, callback: URL) {
    this.#settings = settings
    this.#callback = callback
  }

  /** Starts a sign-in: the address to redirect to, and the state for the cookie. @throws ProviderError */
  async start(): Promise<{ url: string; underWay: UnderWay }> {
    const underWay = { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() }
    const url = oidc.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#callback.href,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(underWay.verifier),
      code_challenge_method: 'S256',
      state: underWay.state,
      nonce: underWay.nonce,
    })
    return { url: url.href, underWay }
  }

  /** Exchanges the code in the callback's address for the claims. @throws ProviderError */
  async finish(address: string, underWay: UnderWay): Promise<Claims> {
    const configuration = await this.#configuration()
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(address, this.#callback), {
        pkceCodeVerifier: underWay.verifier,
        expectedState: underWay.state,
        expectedNonce: underWay.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || !storable(claims.sub)) throw new Error('the ID token has no usable subject')
      // Most providers put the e-mail into the ID token. The standard guarantees it only at the userinfo endpoint.
      const isComplete = claims.email !== undefined && claims.email_verified !== undefined
      if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return toClaims(claims)
      const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(error => {
        // What the ID token says is enough for an account.
        if (claims.email !== undefined) return {}
        throw error
      })
      return toClaims(together(claims, more))
    } catch (error) {
      throw new ProviderError(failureOf(error), error)
    }
  }

  /** The provider's metadata. It is read when first needed, and again after a failure. */
  #configuration(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings
    const url = new URL(issuer)
    // Plain http is allowed if the configured address uses it, for providers in a private network.
    const options = url.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}
    this.#known ??= oidc
      .discovery(url, clientId, undefined, authentication(clientSecret), { ...options, timeout: TIMEOUT_SECONDS })
      .catch(error => {
        this.#known = undefined
        throw new ProviderError('unavailable', error)
      })
    return this.#known
  }
}

/** Sends the secret in the header, which is the default of OAuth, or in the body if the provider accepts only that. */
function authentication(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const send = methods.includes('client_secret_basic') || !methods.includes('client_secret_post') ? basic : post
    send(server, client, body, headers)
  }
}

/** Whether the user cancelled, the provider is unavailable (so another try may succeed), or its answer is invalid. */
function failureOf(error: unknown): Failure {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'cancelled'
    return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'unavailable' : 'invalid'
  }
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 ? 'unavailable' : 'invalid'
  if (error instanceof oidc.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return 'unavailable'
    return error.cause instanceof Response && error.cause.status >= 500 ? 'unavailable' : 'invalid'
  }
  // fetch throws this if it gets no answer.
  return error instanceof TypeError && error.cause !== undefined ? 'unavailable' : 'invalid'
}

/** What both say, the ID token first. Whether an address is verified counts only for the very address. */
function together(claims: oidc.IDToken, more: Partial<oidc.UserInfoResponse>): oidc.IDToken {
  const isSame = claims.email === undefined || claims.email === more.email
  return { ...more, ...(isSame ? {} : { email_verified: false }), ...claims }
}

function toClaims(claims: oidc.IDToken & Partial<oidc.UserInfoResponse>): Claims {
  // Directories keep several addresses, and some providers pass on the list.
  const email = emailSchema.safeParse([claims.email].flat()[0])
  // Some providers send every claim as text.
  const verified: unknown = claims.email_verified
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.success ? email.data : null,
    isEmailVerified: verified === true || verified === 'true',
    ...namesOf(claims, email.data ?? ''),
  }
}

function namesOf(claims: Record<string, unknown>, email: string): { firstName: string; lastName: string } {
  const text = (claim: unknown) =>
    typeof claim === 'string' && isVisible(claim)
      ? claim
          .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
          .trim()
          .slice(0, 80)
          .toWellFormed()
      : ''
  const [first = '', ...rest] = text(claims.name).split(/\s+/)
  return {
    firstName: text(claims.given_name) || first || text(email.split('@')[0]),
    lastName: text(claims.family_name) || (text(claims.given_name) ? '' : rest.join(' ')),
  }
}
