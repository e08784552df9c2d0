export const PASSWORD_MIN = 8
/** argon2 accepts any length, so this limits the work of a request. */
export const PASSWORD_MAX = 256
