import type { Match } from '@barkyard/domain/schemas/match'

/**
 * The match with a dog that the acting dog has barked at or written to, else null. A match whose only message is the
 * other dog's first bark does not count: that bark is still to be returned.
 */
export function findBarkedMatch(matches: readonly Match[] | undefined, otherDogId: string): Match | null {
  const match = matches?.find(({ otherDog }) => otherDog.id === otherDogId)
  if (!match?.lastMessage) return null
  const { senderDogId, seq } = match.lastMessage
  return senderDogId !== otherDogId || seq > 1 ? match : null
}
