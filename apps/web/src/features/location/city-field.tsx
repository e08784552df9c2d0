import { cityOfZone } from '@barkyard/domain/local-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPin } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { BELOW_BUTTONS, Mantine } from '../../components/mantine.tsx'
import { browsersZone } from '../../time-zone.ts'
import { trpc } from '../../trpc.ts'

const CITY_MAX = 120

interface CityFieldProps {
  value?: string
  onChange?: (city: string) => void
  error?: ReactNode
}

/** A city as free text, with suggestions from the gazetteer. Unknown cities are allowed. */
export function CityField({ value = '', onChange, error }: CityFieldProps) {
  const [query] = useDebouncedValue(value.trim(), 150)
  const enabled = query.length > 1
  const places = trpc.location.suggest.useQuery(
    { query },
    { enabled, placeholderData: keepPreviousData, throwOnError: false },
  )
  const labels = enabled ? [...new Set(places.data?.map(place => place.label))] : []
  return (
    <Mantine>
      <Autocomplete
        size="md"
        name="city"
        label="City"
        description="This helps show dogs nearby. Others only see how far away you are."
        placeholder="San Francisco, California"
        autoComplete="address-level2"
        maxLength={CITY_MAX}
        value={value}
        {...(onChange && { onChange })}
        error={error}
        data={labels}
        limit={4}
        // None once a suggestion is typed or chosen.
        filter={({ options, limit }) => (labels.includes(value.trim()) ? [] : options.slice(0, limit))}
        openOnFocus={false}
        comboboxProps={BELOW_BUTTONS}
      />
    </Mantine>
  )
}

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
