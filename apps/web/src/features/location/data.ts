import { keepPreviousData } from '@tanstack/react-query'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { told } from '../../lib/told.ts'
import { LOCATION_FAILED as FAILED, useBrowserLocation } from '../../lib/use-browser-location.ts'
import { trpc } from '../../trpc.ts'

/** The source of the place of the acting dog's owner. */
export const useKnownPlace = () => trpc.location.known.useQuery(undefined, { throwOnError: false }).data?.from

export const useSaveCity = (onSaved: () => void) => trpc.location.set.useMutation(told('City saved', FAILED, onSaved))

/** Asks the browser for the location and stores it. Every outcome is shown in a toast. @param done says that it is stored */
export function useEnableLocation(done = 'Location enabled') {
  const save = trpc.location.set.useMutation(told(done, FAILED))
  const { ask, asking } = useBrowserLocation(useOneAtATime(save.mutate))
  return { enable: ask, pending: asking || save.isPending }
}

/** Forgets the browser's location, so that searches start in the city. */
export const useSwitchOffLocation = () => trpc.location.set.useMutation(told('Location switched off', FAILED))

/** Names of places that a typed text may mean, from two letters on; none while unknown. */
export function useSuggestions(query: string): string[] {
  const enabled = query.length > 1
  const places = trpc.location.suggest.useQuery(
    { query },
    { enabled, placeholderData: keepPreviousData, throwOnError: false },
  )
  return enabled ? [...new Set(places.data?.map(place => place.label))] : []
}
