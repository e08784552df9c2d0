import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SniffPosition } from '@barkyard/db/queries/sniff/sniff'
import { AppError } from '../../platform/errors.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * The cursors of searches. Each holds the position at which its page ended, so the next page begins there wherever that
 * dog has gone meanwhile. A position names the cell where a dog lives, so only this installation can read it, and only
 * for the owner who got it.
 */
export class SniffCursors {
  readonly #key: Buffer

  /** @param secret the secret of this installation. */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'barkyard sniff cursor', 32))
  }

  make(ownerId: string, position: SniffPosition): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(ownerId))
    const text = Buffer.concat([cipher.update(JSON.stringify(position)), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
  }

  /** @throws AppError unknown-cursor */
  read(ownerId: string, cursor: string): SniffPosition {
    const bytes = Buffer.from(cursor, 'base64url')
    const tagEnd = IV_BYTES + TAG_BYTES
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(ownerId)).setAuthTag(bytes.subarray(IV_BYTES, tagEnd))
      const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
      return JSON.parse(text.toString()) as SniffPosition
    } catch {
      throw new AppError('unknown-cursor')
    }
  }
}
