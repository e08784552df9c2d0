export const FIRST_NAME_MISSING = 'Please enter your first name'

export const EMAIL_MISSING = 'Please enter an e-mail address'
export const PASSWORD_MISSING = 'Please enter your password'

export const PASSWORD_MIN = 8
export const PASSWORD_SHORT = `The password needs at least ${PASSWORD_MIN} characters`
/** As it is hashed. */
export const PASSWORD_MAX = 256
export const PASSWORD_LONG = `The password can have at most ${PASSWORD_MAX} characters`
/** Preparing makes at most four characters one. What is longer cannot fit, and would take a second to prepare. */
export const PASSWORD_TYPED_MAX = 4 * PASSWORD_MAX

/**
 * A password as it is hashed (RFC 8265): devices type ñ as one character or as two, and spaces of several kinds.
 */
export const preparePassword = (typed: string) => typed.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ')

/** The password of every account of the demo. */
export const DEMO_PASSWORD = 'demo-demo-demo'
/** The accounts with which the demo is tried. Only the command line deletes them. */
const DEMO_LOGINS: readonly string[] = ['owner@demo.test', 'admin@demo.test']
export const isDemoLogin = (email: string | null) => email !== null && DEMO_LOGINS.includes(email.toLowerCase())
