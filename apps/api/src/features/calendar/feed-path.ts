/** The prefix of calendar addresses. `redactPath` keeps the secret after it out of the log. */
export const FEED_PREFIX = '/calendar/'

export const feedPath = (secret: string) => `${FEED_PREFIX}${secret}.ics`

/** The secret in a calendar's file name; null if the name is malformed. */
export const secretOf = (file: string): string | null => /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? null
