/** The address of a calendar. Its secret is in no log: `redactPath` knows the prefix. */
export const FEED_PREFIX = '/calendar/'

export const feedPath = (secret: string) => `${FEED_PREFIX}${secret}.ics`

/** The secret of a calendar's file name; null where it is none. */
export const secretOf = (file: string): string | null => /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? null
