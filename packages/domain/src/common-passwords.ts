import passwords from './data/common-passwords.json' with { type: 'json' }

/**
 * The passwords of eight or more characters among the 500 most common ones (from the list of zxcvbn, MIT). Sign-ins are
 * limited to a few attempts a minute, so only passwords that an attacker tries first need to be refused.
 */
const COMMON = new Set(passwords)

/** Whether a password is one of the most common ones, in upper or lower case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())
