import { cityOfZone } from '@barkyard/domain/local-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { browsersZone } from '../../time-zone.ts'
import { trpc } from '../../trpc.ts'

/** Cities that somebody in the browser's time zone may live in. The built-in parks' own city comes first in its zone. */
function zoneCities(): string[] {
  const zone = browsersZone()
  const city = cityOfZone(zone)
  return [...(zone === BUILT_IN_ZONE ? ['San Francisco'] : []), ...(city ? [city] : [])]
}

/** The browser's time zone tells about where its owner lives: a tap takes the city. Nothing for unknown ones. */
export function SuggestedCities({ onChoose }: { onChoose: (city: string) => void }) {
  const [cities] = useState(zoneCities)
  const found = trpc.useQueries(t => cities.map(query => t.location.suggest({ query }, { throwOnError: false })))
  const labels = found.flatMap(({ data }) => data?.[0]?.label ?? [])
  if (labels.length === 0) return null
  return (
    <ul className="row-8" aria-label="Suggested cities">
      {labels.map(label => (
        <li key={label}>
          <Button variant="default" Icon={IconMapPin} onClick={() => onChoose(label)}>
            {label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
