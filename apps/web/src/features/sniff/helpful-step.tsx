import type { SniffPage } from '@barkyard/domain/schemas/sniff'
import {
  AGE_RANGE_DEFAULT,
  CLEAR_FILTER,
  DISTANCE_MAX,
  DISTANCE_STEP,
  type SniffFilter,
  toSniffQuery,
} from '@barkyard/domain/sniff'
import { Button } from '../../components/button.tsx'
import { trpc } from '../../trpc.ts'

interface Step {
  label: string
  filter: SniffFilter
}

const isDefaultAge = ([min, max]: SniffFilter['ageRange']) =>
  min === AGE_RANGE_DEFAULT[0] && max === AGE_RANGE_DEFAULT[1]

/** Searches with one filter less, beginning with the least important filter. */
function looserSearches(filter: SniffFilter): Step[] {
  const steps: Step[] = []
  if (filter.temperaments.length > 0)
    steps.push({ label: 'Show any temperament', filter: { ...filter, temperaments: [] } })
  if (filter.sizes.length > 0) steps.push({ label: 'Show any size', filter: { ...filter, sizes: [] } })
  if (!isDefaultAge(filter.ageRange))
    steps.push({ label: 'Show ages 0 to 15', filter: { ...filter, ageRange: AGE_RANGE_DEFAULT } })
  return steps
}

/** The step of the distance slider that reaches the nearest dog. */
function widened(filter: SniffFilter, page: SniffPage | undefined): Step | null {
  const km = page?.items[0]?.distance
  if (km === undefined || km === null) return null
  // Displayed distances are rounded: 30 for a dog 30.4 km away.
  const reach = Math.ceil((km + 0.5) / DISTANCE_STEP) * DISTANCE_STEP
  const distance = Math.min(DISTANCE_MAX, Math.max(filter.distance + DISTANCE_STEP, reach))
  return { label: `Search within ${distance} km`, filter: { ...filter, distance } }
}

/** One dog is enough to know whether the search finds any. */
const probe = (filter: SniffFilter) => ({ ...toSniffQuery(filter), limit: 1 })
const quietly = { throwOnError: false } as const

/** For an empty result: offers the one change that finds a dog, preferably a wider radius. */
export function HelpfulStep({ filter, onChange }: { filter: SniffFilter; onChange: (filter: SniffFilter) => void }) {
  const wider = { ...filter, distance: DISTANCE_MAX }
  const looser = looserSearches(filter)
  const everything = { ...CLEAR_FILTER, distance: DISTANCE_MAX }
  const [widest, all, ...others] = trpc.useQueries(t =>
    [wider, everything, ...looser.map(step => step.filter)].map(one => t.sniff.search(probe(one), quietly)),
  )
  if (!widest || !all || [widest, all, ...others].some(query => query.isPending)) return null
  const step =
    widened(filter, widest.data) ??
    looser.find((_, at) => (others[at]?.data?.total ?? 0) > 0) ??
    ((all.data?.total ?? 0) > 0 ? { label: `Show all dogs within ${DISTANCE_MAX} km`, filter: everything } : null)
  return step ? <Button onClick={() => onChange(step.filter)}>{step.label}</Button> : null
}
