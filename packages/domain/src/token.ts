export const TOKENS_PER_USER = 50

/** What a token may do: read with GET, and write with all other methods. */
export const TOKEN_SCOPES = ['read', 'write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]
