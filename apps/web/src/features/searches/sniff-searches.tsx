import { type SniffFilter, toSniffFilter, toSniffQuery } from '@barkyard/domain/sniff'
import { RunSearch } from './run-search.tsx'
import { SavedSearches } from './saved-searches.tsx'

interface SniffSearchesProps {
  /** Whether the list is open. */
  opened: boolean
  onClose: () => void
  /** See Dialog. */
  onClosed: () => void
  filter: SniffFilter
  /** Shows the dogs of another search. */
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
