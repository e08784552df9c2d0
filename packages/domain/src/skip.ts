/** The number of dogs that a dog can leave out of its searches. */
export const SKIPS_MAX = 1_000
/** The default number of skips in one answer. */
export const SKIPS_DEFAULT = 200
