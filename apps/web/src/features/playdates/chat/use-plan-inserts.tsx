import { titleFor } from '@barkyard/domain/playdate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ChatPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { useMemo } from 'react'
import type { ChatInsert } from '../../../lib/chat-insert.ts'
import { useNow } from '../../../lib/use-now.ts'
import { isOver } from '../data.ts'
import { signalText } from '../words.ts'
import { PlanCard, PlanNote } from './plan-card.tsx'

/** Of an insert that is a playdate's own, which the address can show. */
export const insertKeyOf = (playdateId: string) => `plan ${playdateId}`

function isOwnMove({ status, proposerDogId, changes, cancelledByDogId }: Playdate, dogId: string): boolean {
  if (cancelledByDogId !== null) return cancelledByDogId === dogId
  if (status === 'proposed') return proposerDogId === dogId
  return changes ? changes.byDogId === dogId : proposerDogId !== dogId
}

function insertsOf({ playdate, proposedAt, changedAt }: ChatPlaydate, dog: Dog, otherDog: Dog, now: Date) {
  const about = { playdate, dog, otherDog }
  const over = isOver(playdate, now)
  const inserts: ChatInsert[] = [
    {
      key: insertKeyOf(playdate.id),
      at: changedAt,
      own: isOwnMove(playdate, dog.id),
      node: <PlanCard {...about} at={changedAt} isOver={over} />,
    },
  ]
  if (changedAt !== proposedAt)
    inserts.push({
      key: `proposed ${playdate.id}`,
      at: proposedAt,
      own: false,
      node: (
        <PlanNote at={proposedAt} text={`Playdate proposed: ${titleFor(playdate.notes, dog.name, otherDog.name)}`} />
      ),
    })
  for (const signal of playdate.signals)
    inserts.push({
      key: `signal ${playdate.id} ${signal.dogId} ${signal.kind} ${signal.at}`,
      at: signal.at,
      own: signal.dogId === dog.id,
      node: <PlanNote at={signal.at} text={signalText(signal, dog.id, otherDog.name)} />,
    })
  return inserts
}

/** What playdates add to their chat, by time: each as it stands, at its last change, and lines for what was before and said. */
export function usePlanInserts(playdates: readonly ChatPlaydate[] | undefined, dog: Dog | null, otherDog: Dog | null) {
  const now = useNow()
  return useMemo(
    () =>
      dog && otherDog
        ? (playdates ?? [])
            .flatMap(one => insertsOf(one, dog, otherDog, now))
            .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
        : [],
    [playdates, dog, otherDog, now],
  )
}
