/**
 * Whether a key belongs to an input method, which composes words of Japanese, Chinese or Korean. Safari ends the composition
 * before it reports the key that ended it: only the key code says so then.
 */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229
