export const MESSAGE_MAX = 4000
/** Characters of a clientId, the sender's own name for a message. */
export const CLIENT_ID_MAX = 64
export const MESSAGES_DEFAULT = 200
export const MESSAGES_MAX = 500
const HOUR_MS = 60 * 60 * 1000
/** The body of the message that a bark adds. */
export const BARK_BODY = 'Woof! 🐕'
/** A second bark within this time that nobody answered adds no message. */
export const BARK_AGAIN_AFTER_HOURS = 24
/** How far back a bark is looked for: as many own messages in a row without an answer are a conversation of one. */
export const BARK_LOOKS_BACK = 200

/**
 * Whether a dog's bark is still waiting for an answer, so that barking again adds nothing.
 * @param newest the newest messages of the match, oldest first.
 */
export function isBarkUnanswered(
  newest: readonly { senderDogId: string; body: string; createdAt: string }[],
  dogId: string,
  now: Date,
): boolean {
  const answered = newest.findLastIndex(({ senderDogId }) => senderDogId !== dogId)
  return newest
    .slice(answered + 1)
    .some(
      ({ body, createdAt }) =>
        body === BARK_BODY && now.getTime() - Date.parse(createdAt) < BARK_AGAIN_AFTER_HOURS * HOUR_MS,
    )
}

/** What the page lets people type; each word becomes a noise of up to 15 characters. */
export const WORDS_MAX = 200
