import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

/**
 * Hashes that run at once: at most half of libuv's four threads, so that file and DNS operations always find a free one,
 * and at most half of the cores, so that the event loop always has one.
 */
const HASHES_AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** Hashes that may wait. Each takes about 30 ms of a core, so the last one waits about 4 s if one runs at a time. */
export const HASHES_WAITING = 128
const TRY_AGAIN_SECONDS = 3

let running = 0
const waiting: (() => void)[] = []

/** Runs a hash in turn. @throws AppError SERVICE_UNAVAILABLE if too many are waiting. */
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
 * Hashes with argon2id and the library's default parameters (19 MiB, 2 passes, 1 lane), which OWASP recommends.
 * @throws AppError SERVICE_UNAVAILABLE if too many are waiting.
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

let decoy: Promise<string> | undefined

/**
 * Whether the password is correct. It takes as long without an account, so that the timing reveals nothing.
 * @throws AppError SERVICE_UNAVAILABLE if too many are waiting.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password')
  const compared = stored ?? (await decoy)
  const isRight = await inTurn(() => verify(compared, password))
  return isRight && stored != null
}
