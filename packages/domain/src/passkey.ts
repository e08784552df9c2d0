export const PASSKEYS_PER_USER = 10
export const PASSKEY_NAME_MAX = 80

/** How long a browser may take to answer a challenge. */
export const CHALLENGE_MS = 5 * 60_000

/** What needs a recent sign-in needs one within this time. */
export const RECENT_SIGN_IN_MS = 10 * 60_000
