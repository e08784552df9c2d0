/** Close code of a socket: not signed in, or no longer signed in. */
export const CLOSE_UNAUTHORIZED = 4401
/** Close code of a socket: the account is suspended. */
export const CLOSE_SUSPENDED = 4403
/** Close code of a socket that sends far more frames than it may. */
export const CLOSE_FLOOD = 1008
/** The largest frame in bytes. A larger one closes the socket with 1009. */
export const FRAME_MAX_BYTES = 16 * 1024
export const SOCKETS_PER_USER = 20
/** A socket that has not sent `auth` within this many ms is closed. */
export const AUTH_WITHIN_MS = 10_000
/** A dog's typing in a match is told once in this many ms; what comes sooner is dropped. */
export const TYPING_EVERY_MS = 3_000
export const PING_EVERY_MS = 30_000
export const EVENT_STREAMS_PER_USER = 5
/** The time in ms between comments that keep an event stream open. */
export const EVENT_PING_EVERY_MS = 15_000
