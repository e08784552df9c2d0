import { availableParallelism } from 'node:os'
import { PASSWORD_TYPED_MAX, preparePassword } from '@barkyard/domain/user'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'
import { FairSemaphore } from '../fair-semaphore.ts'

/**
 * Hashes that run at once: at most half of libuv's four threads, so that file and DNS operations always find a free one,
 * and at most half of the cores, so that the event loop always has one.
 */
const HASHES_AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** Hashes that may wait. Each takes about 30 ms of a core, so the last one waits about 4 s if one runs at a time. */
export const HASHES_WAITING = 128
const TRY_AGAIN_SECONDS = 3

const tooMany = () =>
  new AppError('too-busy', {
    message: 'Too many people are signing in right now. Please try again in a moment.',
    retryAfter: TRY_AGAIN_SECONDS,
  })

/** What a hash costs: memory in KiB, and passes over it. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/** What OWASP recommends for argon2id with one lane. */
export const FULL_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Hashes and checks passwords (argon2id), a few at once. Both throw AppError SERVICE_UNAVAILABLE if too many are waiting. */
export class Passwords {
  /** The hashes made since the start, those of checks included. */
  made = 0
  readonly #cost: PasswordCost
  #decoy: Promise<string> | undefined
  readonly #turns = new FairSemaphore({
    capacity: HASHES_AT_ONCE,
    waiting: { inAll: { max: HASHES_WAITING, refuse: tooMany } },
  })

  constructor(cost = FULL_COST) {
    this.#cost = cost
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(preparePassword(password), this.#cost))
  }

  /** Whether the password is correct. It takes as long without an account, so that the timing reveals nothing. */
  async verify(stored: string | null | undefined, typed: string): Promise<boolean> {
    // What is longer is wrong, and stays wrong with its end cut off.
    const password = typed.slice(0, PASSWORD_TYPED_MAX + 1)
    this.#decoy ??= hash('no account has this password', this.#cost)
    const compared = stored ?? (await this.#decoy)
    // Before passwords were prepared, they were hashed as the device had typed them.
    for (const form of new Set([
      preparePassword(password),
      password,
      ...['NFC', 'NFD'].map(f => password.normalize(f)),
    ]))
      if (await this.#inTurn(() => verify(compared, form))) return stored != null
    return false
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run('', 1, () => {
      this.made++
      return work()
    })
  }
}
