import type { Match } from '@barkyard/domain/schemas/match'
import { readStored, store } from '../../lib/stored.ts'

/** The only side that has barked or written so far. */
type Side = 'ours' | 'theirs'

const PREFIX = 'one-sided:'
/** The number of matches that are remembered as one-sided on a device, for one dog. */
const KEPT_MAX = 200

function oneSided({ barked, lastMessage, ownDogId }: Match): Side | null {
  if (!barked) return 'theirs'
  return lastMessage?.seq === 1 && lastMessage.senderDogId === ownDogId ? 'ours' : null
}

const hasAnswer = ({ barked, lastMessage, ownDogId }: Match, before: Side) =>
  before === 'theirs' ? barked : lastMessage !== null && lastMessage.senderDogId !== ownDogId

function read(key: string): Map<string, Side> {
  const kept = readStored(key)
  return new Map(Array.isArray(kept) ? kept : [])
}

/**
 * The matches in which both sides have barked or written since this device last saw them: each once. What was one-sided
 * then is remembered on the device, so an old conversation is no news on a new one.
 * @param owner "USER:DOG"
 * @param isOpened whether its chat was opened, which tells it itself
 * @param isOwn only those that the acting dog has answered; the others wait
 */
export function newlyMutual(
  owner: string,
  matches: readonly Match[],
  isOpened: (matchId: string) => boolean,
  isOwn: boolean,
): Match[] {
  const key = PREFIX + owner
  const before = read(key)
  const after = new Map(before)
  const mutual: Match[] = []
  for (const match of matches) {
    const side = before.get(match.id)
    if (isOpened(match.id)) after.delete(match.id)
    else if (side !== undefined && hasAnswer(match, side)) {
      if (isOwn && side === 'ours') continue
      after.delete(match.id)
      mutual.push(match)
    } else if (side === undefined) {
      const only = oneSided(match)
      if (only) after.set(match.id, only)
    }
  }
  store(key, [...after].slice(-KEPT_MAX))
  return mutual
}
