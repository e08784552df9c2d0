import { MAP_CENTRE } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { lazyMap } from '../../components/lazy-with-retry.tsx'
import { Spinner } from '../../components/loading.tsx'
import { useBrowserLocation } from '../../lib/use-browser-location.ts'
import { useMapStart } from '../../lib/use-map-start.ts'
import { trpc } from '../../trpc.ts'
import { BigButton } from './parts.tsx'

const PlaceMap = lazyMap(() => import('../../components/place-map.tsx').then(module => module.PlaceMap))

function useFound(text: string): (Place & { label: string })[] {
  const [query] = useDebouncedValue(text.trim(), 200)
  const enabled = query.length > 1
  const options = { enabled, throwOnError: false }
  const towns = trpc.location.suggest.useQuery({ query }, options).data ?? []
  const parks = trpc.parks.list.useQuery({ query, limit: 4 }, options).data?.items ?? []
  if (!enabled) return []
  return [...parks.map(park => ({ ...park, label: park.name })), ...towns.slice(0, 4)]
}

interface PlaceFieldProps {
  legend: string
  value: Place | null
  onChange: (place: Place) => void
  problem: string | null
}

/** A point: where the device is, a town or park by its name, or a tap on the map. */
export function PlaceField({ legend, value, onChange, problem }: PlaceFieldProps) {
  const id = useId()
  const home = useMapStart()
  // Of a place that was not chosen on the map, which then begins anew there.
  const [jump, setJump] = useState<Place | null>(value)
  const [text, setText] = useState('')
  const found = useFound(text)
  // Whether the device still looks for itself, and nothing else was chosen meanwhile.
  const isHere = useRef(false)
  const choose = (place: Place) => {
    isHere.current = false
    onChange(place)
  }
  const go = (place: Place) => {
    setJump(place)
    choose(place)
  }
  const { ask, asking } = useBrowserLocation(place => isHere.current && go(place), 0)
  // Once the field has gone, a place that arrives late changes nothing.
  useEffect(
    () => () => {
      isHere.current = false
    },
    [],
  )
  const here = () => {
    isHere.current = true
    ask()
  }
  const start = jump ?? home
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out with the rest
    <div role="group" aria-labelledby={`${id}-legend`} className="stack-12">
      <p id={`${id}-legend`} className="bold">
        {legend}
      </p>
      <BigButton variant="default" Icon={IconCurrentLocation} pending={asking && 'Finding you...'} onClick={here}>
        Here, where I am now
      </BigButton>
      <TextInput
        size="lg"
        type="search"
        label="Or search for a town or park"
        value={text}
        autoComplete="off"
        maxLength={120}
        onChange={event => setText(event.currentTarget.value)}
      />
      {found.length > 0 ? (
        <ul className="stack-8" aria-label="Places">
          {found.map(({ label, lat, lng }) => (
            <li key={`${label} ${lat}`}>
              <Button
                variant="default"
                fullWidth
                onClick={() => {
                  setText('')
                  go({ lat, lng })
                }}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <p>Then tap the map, or move it, until the pin is in the right place.</p>
      {start ? (
        <PlaceMap
          key={`${start.lat} ${start.lng}`}
          start={start}
          isExact={jump !== null || home !== MAP_CENTRE}
          others={[]}
          onMove={choose}
        />
      ) : (
        <Spinner />
      )}
      {problem ? (
        <p role="alert" className="alert bold">
          {problem}
        </p>
      ) : (
        <p role="status">{value ? 'The point is set.' : null}</p>
      )}
    </div>
  )
}
