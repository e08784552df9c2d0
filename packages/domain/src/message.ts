export const MESSAGE_MAX = 4000
export const MESSAGES_DEFAULT = 200
export const MESSAGES_MAX = 500
/** The body of the message that a bark adds. */
export const BARK_BODY = 'Woof! 🐕'
/** What the page lets people type; each word becomes a noise of up to 15 characters. */
export const WORDS_MAX = 200
