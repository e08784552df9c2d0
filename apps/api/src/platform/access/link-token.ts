import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkPurpose } from '@barkyard/db/tables/account'

/** A link to unsubscribe has no row and never expires. */
type TokenPurpose = LinkPurpose | 'unsubscribe'

/**
 * The token in a mailed link: the id of its row and an HMAC of it. The database alone does not contain the tokens, so a
 * stolen backup opens nothing. A mail that is sent again carries the same link.
 */
export class LinkTokens {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = createHash('sha256').update(`barkyard account link ${secret}`).digest()
  }

  /** @returns characters that need no escaping in an address. */
  make(purpose: TokenPurpose, id: string): string {
    return `${id}.${this.#sign(purpose, id).toString('base64url')}`
  }

  /** @returns the id, or null if this installation did not make the token for this purpose. */
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
