export const LIST_PAGE_MAX = 500

/** The number of owners that an account can block. */
export const BLOCKS_MAX = 1_000
/** The default number of blocks and ended matches in one answer. */
export const BLOCKS_DEFAULT = 200
/** The number of dogs that a dog can leave out of its searches. */
export const SKIPS_MAX = 1_000
/** The default number of skips in one answer. */
export const SKIPS_DEFAULT = 200
