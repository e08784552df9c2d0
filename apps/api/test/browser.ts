import { Client } from './client.ts'
import { PUBLIC_URL } from './provider.ts'

/** A page as received by a browser. */
export interface Visited {
  status: number
  /** The address that it redirects to; null if it is shown. */
  location: string | null
  body: string
  headers: Headers
}

/** A browser that visits the app (also by its public address) and a provider, with cookies for each. */
export class Browser {
  readonly app: Client
  readonly #cookies = new Map<string, string>()

  constructor(appUrl: string) {
    this.app = new Client(appUrl)
  }

  async visit(address: string): Promise<Visited> {
    const url = new URL(address)
    if (url.origin === PUBLIC_URL || url.origin === this.app.url) {
      const { status, headers, body } = await this.app.send<string>('GET', url.pathname + url.search)
      return { status, headers, body, location: absolute(headers.get('location'), PUBLIC_URL) }
    }
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      if (pair.slice(at + 1) === '') this.#cookies.delete(pair.slice(0, at))
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const { status, headers } = response
    return { status, headers, body: await response.text(), location: absolute(headers.get('location'), url.origin) }
  }

  /** Starts signing in. @returns the address at the provider that the app sends the browser to. */
  async startSignIn(query = ''): Promise<string> {
    const { status, location } = await this.visit(`${PUBLIC_URL}/api/login${query}`)
    if (status !== 302 || location === null) throw new Error(`/api/login answered ${status}`)
    return location
  }

  /** Follows the provider's pages. @returns the app's address to which they redirect, without visiting it. */
  async passProvider(address: string): Promise<string> {
    let next = address
    while (!next.startsWith(PUBLIC_URL)) {
      const { status, location, body } = await this.visit(next)
      if (location === null) throw new Error(`the provider answered ${status} at ${next}: ${body.slice(0, 500)}`)
      next = location
    }
    return next
  }

  /** The complete sign-in. @returns the answer of the callback. */
  async signIn(query?: string): Promise<Visited> {
    return this.visit(await this.passProvider(await this.startSignIn(query)))
  }
}

const absolute = (location: string | null, origin: string) => location && new URL(location, origin).href
