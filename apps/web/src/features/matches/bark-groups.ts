import type { Match } from '@barkyard/domain/schemas/match'

/** A bark is a bark until the other side answers it. */
export type BarkGroup = 'barked-at-you' | 'conversations' | 'you-barked'

export const GROUP_TITLES: Record<BarkGroup, string> = {
  'barked-at-you': 'Barked at you',
  conversations: 'Conversations',
  'you-barked': 'You barked',
}
const ORDER = Object.keys(GROUP_TITLES) as BarkGroup[]

export const isLastOwn = ({ lastMessage, ownDogId }: Match) => lastMessage?.senderDogId === ownDogId

function groupOf({ barked, lastMessage }: Match): BarkGroup {
  if (!barked) return 'barked-at-you'
  return (lastMessage?.seq ?? 0) > 1 ? 'conversations' : 'you-barked'
}

/** The matches of each group that has any, in their order: what waits for the owner first, what waits for others last. */
export function groupBarks(matches: readonly Match[]): { group: BarkGroup; matches: Match[] }[] {
  return ORDER.map(group => ({ group, matches: matches.filter(match => groupOf(match) === group) })).filter(
    one => one.matches.length > 0,
  )
}

export function findBarks(matches: readonly Match[], text: string): readonly Match[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return matches
  return matches.filter(({ otherDog }) => `${otherDog.name} ${otherDog.breed}`.toLowerCase().includes(wanted))
}
