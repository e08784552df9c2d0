import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { freePort } from '@barkyard/postgres/testing/free-port'
import OpenidProvider, { type KoaContext } from 'oidc-provider'

/** The provider's data of a user. `sub` is its id. */
export interface ProviderPerson {
  sub: string
  email?: string | undefined
  email_verified?: boolean | string | undefined
  name?: string
  given_name?: string
  family_name?: string
}

export const PUBLIC_URL = 'http://barkyard.test'
const CLIENT = { id: 'barkyard', secret: 'a secret: with / and %' }

/** A real OpenID provider on a local port, whose users sign in without typing. */
export class TestProvider {
  /** The user who signs in next, or one who cancels. */
  next: ProviderPerson | 'cancels' = 'cancels'
  readonly #people = new Map<string, ProviderPerson>()
  readonly #method: string
  readonly #emailIn: 'id token' | 'userinfo'
  /** What each of the two says otherwise than the person's data. */
  readonly #says: (use: string) => Partial<ProviderPerson>
  #server: Server | undefined
  #handle = (_: IncomingMessage, response: ServerResponse): void => void response.end()
  #port = 0

  constructor({
    method = 'client_secret_basic',
    emailIn = 'id token' as 'id token' | 'userinfo',
    says = (_use: string): Partial<ProviderPerson> => ({}),
  } = {}) {
    this.#method = method
    this.#emailIn = emailIn
    this.#says = says
  }

  get issuer() {
    return `http://127.0.0.1:${this.#port}`
  }

  get env(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, PUBLIC_URL }
  }

  /** Restarts it with empty state, on the same port as before. */
  async start(): Promise<this> {
    await this.open()
    const provider = this.#provider()
    const serve = provider.callback()
    this.#handle = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void serve(request, response)
      void provider.interactionFinished(request, response, this.#decide())
    }
    return this
  }

  async open(): Promise<void> {
    this.#port ||= await freePort()
    const server = createServer((request, response) => this.#handle(request, response))
    await new Promise<void>(resolve => server.listen(this.#port, '127.0.0.1', resolve))
    this.#server = server
  }

  /** Stops listening. It keeps its state and can be opened again. */
  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise(resolve => (this.#server ? this.#server.close(resolve) : resolve(null)))
    this.#server = undefined
  }

  #decide() {
    if (this.next === 'cancels') return { error: 'access_denied', error_description: 'not today' }
    this.#people.set(this.next.sub, this.next)
    return { login: { accountId: this.next.sub } }
  }

  #provider(): OpenidProvider {
    const provider: OpenidProvider = new OpenidProvider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${PUBLIC_URL}/api/callback`],
          token_endpoint_auth_method: this.#method,
        },
      ],
      clientAuthMethods: [this.#method],
      pkce: { required: () => true },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      conformIdTokenClaims: this.#emailIn === 'userinfo',
      cookies: { keys: ['a key of the test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: KoaContext, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: KoaContext, sub: string) => ({
        accountId: sub,
        claims: async (use: string) => ({ ...this.#people.get(sub), ...this.#says(use) }),
      }),
      // All users have already given their consent.
      loadExistingGrant: async ({ oidc }: KoaContext) => {
        const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    return provider
  }
}
