import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

/**
 * Hashes at once: at most half of libuv's four threads, so that files, photos and name lookups always find a free one,
 * and half of the cores, so that the event loop always has one too.
 */
export const HASHES_AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** Hashes that may wait. One takes about 30 ms of a core, so the last one waits for about 4 s where one is hashed at once. */
export const HASHES_WAITING = 128
const TRY_AGAIN_SECONDS = 3

let running = 0
const waiting: (() => void)[] = []

/** Runs a hash when it is its turn. @throws AppError SERVICE_UNAVAILABLE where too many wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < HASHES_AT_ONCE) running++
  else if (waiting.length < HASHES_WAITING) await new Promise<void>(resolve => waiting.push(resolve))
  else
    throw new AppError('too-busy', {
      message: 'Too many people are signing in right now. Please try again in a moment.',
      retryAfter: TRY_AGAIN_SECONDS,
    })
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/**
 * Hashes with argon2id and the library's parameters (19 MiB, 2 passes, 1 lane: OWASP's recommendation).
 * @throws AppError SERVICE_UNAVAILABLE where too many wait already.
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

let decoy: Promise<string> | undefined

/**
 * Whether the password is the account's. Takes as long where there is no account, so that the time tells nothing.
 * @throws AppError SERVICE_UNAVAILABLE where too many wait already.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password')
  const compared = stored ?? (await decoy)
  const isRight = await inTurn(() => verify(compared, password))
  return isRight && stored != null
}
