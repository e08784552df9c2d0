import { AppError } from '../errors.ts'
import { keyFor, open, seal } from '../sealed.ts'

/**
 * Cursors of lists whose positions tell more than their pages, such as the cell where a dog lives, or a name, which does
 * not belong into an address. Only this installation can read one, and only for the user who got it.
 */
export class SealedCursors<P> {
  readonly #key: Buffer

  constructor(secret: string, list: 'sniff' | 'admin' | 'parks') {
    this.#key = keyFor(secret, `barkyard ${list} cursor`)
  }

  make(userId: string, position: P): string {
    return seal(this.#key, position, userId).toString('base64url')
  }

  read(userId: string, cursor: string): P {
    try {
      return open(this.#key, Buffer.from(cursor, 'base64url'), userId) as P
    } catch {
      throw new AppError('unknown-cursor')
    }
  }
}
