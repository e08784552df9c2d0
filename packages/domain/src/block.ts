/** The number of owners that an account can block. */
export const BLOCKS_MAX = 1_000
/** The default number of blocks and ended matches in one answer. */
export const BLOCKS_DEFAULT = 200
