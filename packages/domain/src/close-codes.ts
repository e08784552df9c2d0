// Apart from the frames' schemas: every page listens for the end of its session, and need not download zod for it.

/** Close code of a socket: not signed in, or no longer. */
export const CLOSE_UNAUTHORIZED = 4401
/** Close code of a socket that sends far more frames than it may. */
export const CLOSE_FLOOD = 1008
