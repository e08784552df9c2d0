// Apart from the frames' schemas: every page listens for the end of its session, and need not download zod for it.

/** Close code of a socket: not signed in, or no longer. */
export const CLOSE_UNAUTHORIZED = 4401
