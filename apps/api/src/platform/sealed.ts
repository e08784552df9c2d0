import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Page, UnknownCursor } from '@barkyard/db/queries/paging'
import { AppError } from './errors.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** A key for one purpose. @param secret the secret of this installation. @param salt what else one has to know. */
export const keyFor = (secret: string, purpose: string, salt = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32))

/** Encrypts a value as JSON. @param of only `open` with the same reads it. */
export function seal(key: Buffer, value: unknown, of = ''): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(of))
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** @throws if it was not sealed with this key. */
export function open(key: Buffer, sealed: Buffer, of = ''): unknown {
  const tagEnd = IV_BYTES + TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(of)).setAuthTag(sealed.subarray(IV_BYTES, tagEnd))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString())
}

/**
 * Cursors of lists whose positions tell more than their pages, such as the cell where a dog lives, or a name, which does
 * not belong into an address. Only this installation can read one, and only for the user who got it.
 */
export class SealedCursors<P> {
  readonly #key: Buffer

  constructor(secret: string, list: 'sniff' | 'lists') {
    this.#key = keyFor(secret, `barkyard ${list} cursor`)
  }

  /** @param of its reader, and what else it belongs to. */
  make(of: string, position: P): string {
    return seal(this.#key, position, of).toString('base64url')
  }

  read(of: string, cursor: string): P {
    try {
      return open(this.#key, Buffer.from(cursor, 'base64url'), of) as P
    } catch {
      throw new AppError('unknown-cursor')
    }
  }

  /** A page of a list whose query makes cursors itself. */
  async page<Q extends { cursor?: string | undefined }, P extends Page<unknown>>(
    this: SealedCursors<string>,
    of: string,
    query: Q,
    list: (query: Q) => Promise<P | UnknownCursor>,
  ): Promise<P> {
    const cursor = query.cursor === undefined ? undefined : this.read(of, query.cursor)
    const page = await list({ ...query, cursor })
    if (page === 'unknown-cursor') throw new AppError(page)
    return { ...page, nextCursor: page.nextCursor === null ? null : this.make(of, page.nextCursor) }
  }
}
