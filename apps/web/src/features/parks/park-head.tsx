import type { Park } from '@barkyard/domain/schemas/park'
import { IconMapPin } from '@tabler/icons-react'
import { CollarTag } from '../../components/collar-tag.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { factWords } from '../../lib/park-words.ts'

export const BACK = { to: '/playdates', label: 'Back to playdates' }

/** Where a park is, and what is known about it. The server draws it too. */
export function ParkHead({ park }: { park: Park }) {
  const units = useUnits()
  const where = [park.address, park.distance === null ? '' : `${distanceText(park.distance, units)} from you`]
  const line = where.filter(Boolean).join(' · ')
  const facts = factWords(park.facts)
  return (
    <div className="stack-12" style={{ marginBottom: 8 }}>
      {line ? (
        <p className="icon-line">
          <IconMapPin size={20} aria-hidden="true" />
          <span className="breakable">{line}</span>
        </p>
      ) : null}
      {park.closed || facts.length > 0 ? (
        <ul className="row-8" aria-label="About this park">
          {park.closed ? (
            <li>
              <CollarTag tone="collar">Closed</CollarTag>
            </li>
          ) : null}
          {facts.map(fact => (
            <li key={fact}>
              <CollarTag>{fact}</CollarTag>
            </li>
          ))}
        </ul>
      ) : null}
      {park.closed ? <p>This park takes no new plans. What is planned here stays as it is.</p> : null}
    </div>
  )
}
