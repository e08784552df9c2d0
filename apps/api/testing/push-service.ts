import { createECDH, createVerify, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { until } from '@barkyard/postgres/testing/until'
import ece from 'http_ece'

export interface ReceivedPush {
  path: string
  headers: IncomingMessage['headers']
  /** The data for the service worker. */
  payload: { id: string; title: string; path: string; dogId: string | null; kind: string; tag: string }
  /** The claims of the VAPID token, whose signature was checked. */
  claims: { aud: string; exp: number; sub: string }
  /** The key that signed it, base64url. */
  key: string
}

/** A push service for a test, on loopback. It checks the VAPID token, and decrypts like a browser. */
export class PushService {
  readonly pushes: ReceivedPush[] = []
  /** All calls, including refused ones. */
  offered = 0
  /** The status to answer. 'hang' does not answer. */
  status: number | 'hang' = 201
  headers: Record<string, string> = {}
  /** It answers no sooner. */
  ready: Promise<unknown> = Promise.resolve()
  readonly #server: Server
  readonly #browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#take(request).then(async () => {
        await this.ready
        if (this.status === 'hang') return
        response.writeHead(this.status, this.headers).end()
      })
    })
  }

  async #take(request: IncomingMessage): Promise<void> {
    this.offered++
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const browser = this.#browsers.get(request.url ?? '')
    if (this.status !== 201 || !browser) return
    const decrypted = ece.decrypt(Buffer.concat(chunks), {
      version: 'aes128gcm',
      privateKey: browser.ecdh,
      authSecret: browser.auth.toString('base64url'),
    })
    this.pushes.push({
      path: request.url ?? '',
      headers: request.headers,
      payload: JSON.parse(decrypted.toString()),
      ...verifiedVapid(request.headers.authorization ?? ''),
    })
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** "127.0.0.1:PORT", for PUSH_HOSTS. */
  get host(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the push service does not listen')
    return `127.0.0.1:${address.port}`
  }

  /** The subscription that a browser would send to the app. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const auth = randomBytes(16)
    const path = `/push/${randomBytes(8).toString('hex')}`
    this.#browsers.set(path, { ecdh, auth })
    return {
      endpoint: `http://${this.host}${path}`,
      keys: { p256dh: ecdh.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    }
  }

  /** Waits for a number of pushes to one subscription. */
  pushesTo({ endpoint }: { endpoint: string }, count = 1): Promise<ReceivedPush[]> {
    return until(
      () => this.pushes.filter(({ path }) => endpoint.endsWith(path)),
      found => found.length >= count,
    )
  }

  /** Waits for a total number of calls. */
  async untilOffered(count: number): Promise<void> {
    await until(
      () => this.offered,
      offered => offered >= count,
    )
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

/** Checks a header `vapid t=…, k=…` (RFC 8292): the token is signed by the key, with ES256. */
function verifiedVapid(header: string): Pick<ReceivedPush, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = createVerify('sha256')
    .update(`${head}.${claims}`)
    .verify({ key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw new Error('the VAPID token is not signed by its key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}
