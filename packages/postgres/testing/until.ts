import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'

/** Less than a test may take, so that the test says what it waited for. */
const PATIENCE_S = 120

/**
 * Reads every 20 ms until it reads what is expected. A read that throws ends the wait at once.
 * @param expected a value, or a check of what was read that fails by returning false or by throwing, as `expect` does.
 * @param patience in seconds.
 * @returns what was read last.
 * @throws at the end of the patience what the check threw last, or what was read last.
 */
export async function until<T>(
  read: () => T | Promise<T>,
  expected: T | ((value: T) => unknown) = value => value !== false,
  patience = PATIENCE_S,
): Promise<T> {
  const check = typeof expected === 'function' ? (expected as (value: T) => unknown) : null
  // Tests set the other clocks.
  const deadline = process.uptime() + patience
  for (;;) {
    const value = await read()
    let failure: unknown
    try {
      if (check ? check(value) !== false : isDeepStrictEqual(value, expected)) return value
    } catch (error) {
      failure = error
    }
    if (process.uptime() > deadline)
      throw (
        failure ??
        new Error(`waited ${patience} s for ${check ?? inspect(expected)}; ${read} was ${inspect(value, { depth: 4 })}`)
      )
    await sleep(20)
  }
}
