import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyOptions } from '@barkyard/domain/schemas/passkey'
import { cose, isoCBOR } from '@simplewebauthn/server/helpers'
import { type Answer, Client, type Person } from './client.ts'

/** What an authenticator or the browser around it says otherwise than honest ones do. */
export interface Lies {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  counter?: number
  /** User present 1, user verified 4. */
  flags?: number
  userHandle?: string
  /** The id of the credential that it claims to be. */
  id?: string
}

const [PRESENT_AND_VERIFIED, HAS_CREDENTIAL] = [0x01 | 0x04, 0x40]
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** An authenticator in software, and the browser around it, for one passkey (ES256). It counts its uses. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url')
  counter = 0
  userHandle = ''
  readonly #origin: URL
  readonly #key: KeyObject
  readonly #publicKey: Uint8Array

  /** @param origin the public address of the app. */
  constructor(origin: URL) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
        [cose.COSEKEYS.alg, cose.COSEALG.ES256],
        [cose.COSEKEYS.crv, cose.COSECRV.P256],
        [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
        [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? this.#origin.origin,
        crossOrigin: false,
      }),
    )
  }

  #data(lies: Lies, more: number): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8((lies.flags ?? PRESENT_AND_VERIFIED) | more)
    head.writeUInt32BE(lies.counter ?? this.counter, 1)
    return Buffer.concat([sha256(lies.rpId ?? this.#origin.hostname), head])
  }

  /** The answer to `navigator.credentials.create`. */
  create({ challenge, user }: PasskeyOptions, lies: Lies = {}) {
    this.userHandle = user.id
    const id = Buffer.from(this.id, 'base64url')
    const size = Buffer.alloc(2)
    size.writeUInt16BE(id.length)
    const authData = Buffer.concat([this.#data(lies, HAS_CREDENTIAL), Buffer.alloc(16), size, id, this.#publicKey])
    const attestation = new Map<string, string | Map<never, never> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<never, never>()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(this.#clientData('webauthn.create', challenge, lies)),
        attestationObject: base64(isoCBOR.encode(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** The answer to `navigator.credentials.get`. */
  get({ challenge }: { challenge: string }, lies: Lies = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, lies)
    if (this.counter > 0) this.counter++
    const authData = this.#data(lies, 0)
    const id = lies.id ?? this.id
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authData),
        signature: base64(sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key)),
        userHandle: lies.userHandle ?? this.userHandle,
      },
    }
  }

  async addTo(person: Client, name = 'Phone', link?: string): Promise<Answer<{ id: string }>> {
    const sent = link === undefined ? {} : { link }
    const asked = await person.post<PasskeyOptions & { id: string }>('/api/passkeys/options', sent)
    if (asked.status !== 200) return asked
    return person.post('/api/passkeys', { name, response: this.create(asked.body), ...sent })
  }

  async signIn(client: Client, lies: Lies = {}): Promise<Answer<unknown>> {
    const { body: options } = await client.post<{ challenge: string }>('/api/login/passkey/options')
    return client.post('/api/login/passkey', { response: this.get(options, lies) })
  }
}

/** A new passkey of a person, and a browser that is signed in with it. */
export async function withPasskey(person: Person, origin: URL) {
  const authenticator = new Authenticator(origin)
  const { status, body } = await authenticator.addTo(person)
  if (status !== 200) throw new Error(`adding a passkey answered ${status}: ${JSON.stringify(body)}`)
  const browser = Object.assign(new Client(person.url), { user: person.user })
  const signedIn = await authenticator.signIn(browser)
  if (signedIn.status !== 200) throw new Error(`the passkey answered ${signedIn.status}`)
  return { authenticator, passkeyId: body.id, browser }
}
