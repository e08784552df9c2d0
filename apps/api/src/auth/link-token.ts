import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkPurpose } from '@barkyard/db/queries/account-links'

/** A link to unsubscribe has no row: it works for as long as the mail is kept. */
type TokenPurpose = LinkPurpose | 'unsubscribe'

/**
 * What a mailed link carries: the id of its row and an HMAC of it. The database alone opens nothing (a stolen backup
 * has no links), and a mail that is sent again carries the same link.
 */
export class LinkTokens {
  readonly #key: Buffer

  /** @param secret the installation's, which is not in the database. */
  constructor(secret: string) {
    this.#key = createHash('sha256').update(`barkyard account link ${secret}`).digest()
  }

  /** @returns letters that need no escaping in an address. */
  make(purpose: TokenPurpose, id: string): string {
    return `${id}.${this.#sign(purpose, id).toString('base64url')}`
  }

  /** @returns the id, or null where the token was not made here for this purpose. */
  read(purpose: TokenPurpose, token: string): string | null {
    const [id = '', signature = ''] = token.split('.')
    const expected = this.#sign(purpose, id)
    const given = Buffer.from(signature, 'base64url')
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
  }

  #sign(purpose: TokenPurpose, id: string): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose} ${id}`).digest()
  }
}
