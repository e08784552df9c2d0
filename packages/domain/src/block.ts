/** Owners that an account can block. */
export const BLOCKS_MAX = 1_000
/** Blocks and ended matches in one answer where no limit is sent. */
export const BLOCKS_DEFAULT = 200
