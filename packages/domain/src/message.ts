export const MESSAGE_MAX = 4000
/** The most characters of a clientId, the sender's own id for a message. */
export const CLIENT_ID_MAX = 64
export const MESSAGES_DEFAULT = 200
export const MESSAGES_MAX = 500
const HOUR_MS = 60 * 60 * 1000
export const BARK_BODY = 'Woof! 🐕'
/** While a bark is unanswered, another bark within this time adds no message. */
export const BARK_AGAIN_AFTER_HOURS = 24

/** A message as far as it decides about a bark. */
export interface BarkedOrSaid {
  senderDogId: string
  isBark: boolean
  createdAt: Date
}

/**
 * Whether a dog's bark is still unanswered, so that barking again adds no message. What the other dog writes after `now` is
 * no answer: two dogs whose barks cross add one each.
 * @param newest the newest messages of the match, oldest first. @param now when the dog barks again.
 */
export function isBarkUnanswered(newest: readonly BarkedOrSaid[], dogId: string, now: Date): boolean {
  const answered = newest.findLastIndex(({ senderDogId, createdAt }) => senderDogId !== dogId && createdAt <= now)
  const since = now.getTime() - BARK_AGAIN_AFTER_HOURS * HOUR_MS
  return newest
    .slice(answered + 1)
    .some(({ senderDogId, isBark, createdAt }) => senderDogId === dogId && isBark && createdAt.getTime() > since)
}

/** The most words that the page accepts. Each becomes a noise of up to 15 characters. */
export const WORDS_MAX = 200
