/** Options of a navigation of the app's own. A page of another site, or a mail, can link to an address, but not send these. */
export const OWN = { state: { isOwn: true } } as const

/** Whether a navigation is the app's own. @param state of its location */
export const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isOwn' in state
