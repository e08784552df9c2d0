import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from '../errors.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Cursors of lists whose positions tell more than their pages, such as the cell where a dog lives, or a name, which does
 * not belong into an address. Only this installation can read one, and only for the user who got it.
 */
export class SealedCursors<P> {
  readonly #key: Buffer

  /** @param secret the secret of this installation. */
  constructor(secret: string, list: 'sniff' | 'admin' | 'parks') {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `barkyard ${list} cursor`, 32))
  }

  make(userId: string, position: P): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(userId))
    const text = Buffer.concat([cipher.update(JSON.stringify(position)), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
  }

  /** @throws AppError unknown-cursor */
  read(userId: string, cursor: string): P {
    const bytes = Buffer.from(cursor, 'base64url')
    const tagEnd = IV_BYTES + TAG_BYTES
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(IV_BYTES, tagEnd))
      const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
      return JSON.parse(text.toString()) as P
    } catch {
      throw new AppError('unknown-cursor')
    }
  }
}
