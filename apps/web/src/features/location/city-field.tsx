import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BELOW_BUTTONS, Mantine } from '../../components/mantine.tsx'
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
