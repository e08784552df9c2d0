export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** A time in ms, as calls write it. */
export const iso = (ms: number) => new Date(ms).toISOString()
