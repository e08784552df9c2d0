import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { trpc } from '../../trpc.ts'
import { zoneCities } from './zone-cities.ts'

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
          <Button
            variant="default"
            leftSection={<IconMapPin size={20} aria-hidden="true" />}
            onClick={() => onChoose(label)}
          >
            {label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
