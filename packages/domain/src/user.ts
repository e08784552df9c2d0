export const PASSWORD_MIN = 8
/** argon2 reads any length; this bounds the work of a request. */
export const PASSWORD_MAX = 256
