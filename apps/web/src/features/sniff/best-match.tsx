import type { SniffDog } from '@barkyard/domain/schemas/dog'
import type { ReactNode } from 'react'
import { Glance } from '../../components/glance.tsx'
import { distanceText, reasonsOf, useUnits } from '../../lib/distance.ts'
import { capital } from '../../lib/words.ts'

export function BestMatch({ dog, bark }: { dog: SniffDog; bark: ReactNode }) {
  const { compatibility, distance } = dog
  const units = useUnits()
  const facts = [
    compatibility ? `${compatibility.score}% match` : null,
    distance === null ? null : `${distanceText(distance, units)} away`,
  ].filter(fact => fact !== null)
  // "2 km" stays on one line.
  const line = facts.map(fact => fact.replaceAll(' ', '\u00a0')).join(' · ')
  return (
    <Glance
      kicker="Today's best match"
      dog={dog}
      title={dog.name}
      to={`/dog/${dog.id}`}
      lines={[line, capital(reasonsOf(dog).join(', '))]}
      actions={() => bark}
    />
  )
}
