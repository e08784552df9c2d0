import type { SearchFilters } from '@barkyard/domain/schemas/search'
import { type SniffFilter, toSniffFilter, toSniffQuery } from '@barkyard/domain/sniff'
import { useEffect } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSearches } from './data.ts'
import { SavedSearches } from './saved-searches.tsx'

interface RunSearchProps {
  id: string
  /** Called once, with the filters of the search, or null if it is gone. */
  onFound: (filters: SearchFilters | null) => void
}

/** Looks a saved search up, to which a notification links. Draws nothing. */
function RunSearch({ id, onFound }: RunSearchProps) {
  const { data, isFetching, isError } = useSearches()
  const isKnown = (data !== undefined && !isFetching) || isError
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known
  useEffect(() => {
    if (!isKnown) return
    const search = data?.find(one => one.id === id)
    if (!search) toast({ title: 'This search is gone', message: 'These are the dogs near you.' })
    onFound(search?.filters ?? null)
  }, [isKnown])
  return null
}

interface SniffSearchesProps {
  opened: boolean
  onClose: () => void
  /** See Dialog. */
  onClosed: () => void
  filter: SniffFilter
  onChange: (filter: SniffFilter) => void
  /** The id of a saved search to which a notification has led. */
  linked: string | null
}

/** The saved searches of Sniff, as filters of its panel. Downloaded when they are first asked for. */
export function SniffSearches({ opened, onClose, onClosed, filter, onChange, linked }: SniffSearchesProps) {
  return (
    <>
      {linked ? (
        <RunSearch key={linked} id={linked} onFound={found => onChange(found ? toSniffFilter(found) : filter)} />
      ) : null}
      <SavedSearches
        opened={opened}
        onClose={onClose}
        onClosed={onClosed}
        filters={{ sizes: [], temperaments: [], verified: [], ...toSniffQuery(filter) }}
        onRun={filters => onChange(toSniffFilter(filters))}
      />
    </>
  )
}
