import type { Wider } from '@barkyard/domain/schemas/sniff'
import { AGE_SLIDER_MAX, CLEAR_FILTER, type SniffFilter, toSniffQuery, type WiderDrop } from '@barkyard/domain/sniff'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { distanceText, type Units, useUnits } from '../../../lib/distance.ts'
import { dogCountLabel } from '../../../lib/words.ts'
import { trpc } from '../../../trpc.ts'

const WITHOUT: Record<WiderDrop, { label: string; filter: Partial<SniffFilter> }> = {
  sizes: { label: 'Show any size', filter: { sizes: [] } },
  temperaments: { label: 'Show any temperament', filter: { temperaments: [] } },
  age: { label: 'Show any age', filter: { ageRange: [0, AGE_SLIDER_MAX] } },
  verified: { label: 'Show unchecked dogs too', filter: { verified: [] } },
}

/** The one change that finds a dog; where no single one does, clearing what narrows the search. null: nothing does. */
function stepOf(filter: SniffFilter, wider: Wider | null, units: Units): { label: string; filter: SniffFilter } | null {
  if (wider === null) {
    const distance = Math.max(filter.distance, CLEAR_FILTER.distance)
    const ageMax = Math.max(filter.ageRange[1], CLEAR_FILTER.ageRange[1])
    const cleared: SniffFilter = { ...CLEAR_FILTER, distance, ageRange: [0, ageMax] }
    const isClear = JSON.stringify(toSniffQuery({ ...filter, distance })) === JSON.stringify(toSniffQuery(cleared))
    const isAll = distance === CLEAR_FILTER.distance && ageMax === CLEAR_FILTER.ageRange[1]
    return isClear ? null : { label: isAll ? 'Clear all filters' : 'Clear the other filters', filter: cleared }
  }
  const [label, change] =
    'drop' in wider
      ? [WITHOUT[wider.drop].label, WITHOUT[wider.drop].filter]
      : [`Search within ${distanceText(wider.distance, units)}`, { distance: wider.distance }]
  return { label: `${label} (${dogCountLabel(wider.total)})`, filter: { ...filter, ...change } }
}

interface HelpfulStepProps {
  filter: SniffFilter
  onChange: (filter: SniffFilter) => void
  /** Further ways on. The first of them is the main one if no other search helps. */
  ways: (isMain: boolean) => ReactNode
}

export function HelpfulStep({ filter, onChange, ways }: HelpfulStepProps) {
  const wider = trpc.sniff.wider.useQuery(toSniffQuery(filter), { throwOnError: false })
  const units = useUnits()
  if (wider.isPending) return null
  const step = stepOf(filter, wider.data ?? null, units)
  return (
    <>
      {step ? <Button onClick={() => onChange(step.filter)}>{step.label}</Button> : null}
      {ways(step === null)}
    </>
  )
}
