/** Time and timers. Realtime code is given a clock, so that tests can run it in simulated time. */
export interface Clock {
  /** Milliseconds since an arbitrary start. Never goes backwards. */
  now(): number
  /**
   * Calls `callback` once, after `ms`; with 0 as soon as the input that has already arrived is processed.
   * @returns a function that cancels the call.
   */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    if (ms === 0) {
      const immediate = setImmediate(callback)
      return () => clearImmediate(immediate)
    }
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export const sleep = (clock: Clock, ms: number): Promise<void> => new Promise(resolve => void clock.after(ms, resolve))

/** Calls `callback` after each `ms`. @returns a function that stops it. */
export function every(clock: Clock, ms: number, callback: () => void): () => void {
  let cancel = () => {}
  const schedule = () => {
    cancel = clock.after(ms, () => {
      schedule()
      callback()
    })
  }
  schedule()
  return () => cancel()
}
