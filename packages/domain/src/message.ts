export const MESSAGE_MAX = 4000
/** The most characters of a clientId, the sender's own id for a message. */
export const CLIENT_ID_MAX = 64
export const MESSAGES_DEFAULT = 200
export const MESSAGES_MAX = 500
const HOUR_MS = 60 * 60 * 1000
/** The body of the message that a bark adds. */
export const BARK_BODY = 'Woof! 🐕'
/** While a bark is unanswered, another bark within this time adds no message. */
export const BARK_AGAIN_AFTER_HOURS = 24
/** The number of newest messages in which an unanswered bark is looked for. */
export const BARK_LOOKS_BACK = 200

/**
 * Whether a dog's bark is still unanswered, so that barking again adds no message.
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

/** The most words that the page accepts. Each becomes a noise of up to 15 characters. */
export const WORDS_MAX = 200
