import type { SearchFilters } from '@barkyard/domain/schemas/search'
import { useEffect } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSearches } from './data.ts'

interface RunSearchProps {
  id: string
  /** Called once, with the filters of the search, or null if it is gone. */
  onFound: (filters: SearchFilters | null) => void
}

/** Looks a saved search up, to which a notification links. Draws nothing. */
export function RunSearch({ id, onFound }: RunSearchProps) {
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
