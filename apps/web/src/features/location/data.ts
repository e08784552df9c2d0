import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

const FAILED = 'Failed to update location. Please try again.'
/** A position of some minutes ago is good enough: the server rounds it to about a kilometre anyway. */
const OPTIONS: PositionOptions = { timeout: 15_000, maximumAge: 300_000 }

/** The source of the place of the acting dog's owner. */
export const useKnownPlace = () => trpc.location.known.useQuery(undefined, { throwOnError: false }).data?.from

export const useSaveCity = (onSaved: () => void) =>
  trpc.location.set.useMutation({
    onSuccess: () => {
      toast({ title: 'City saved' })
      onSaved()
    },
    onError: error => toastError(error, FAILED),
  })

interface Place {
  lat: number
  lng: number
}

/** Asks the browser for its position. Errors are shown in a toast. */
export function useBrowserLocation(onFound: (place: Place) => void) {
  const [asking, setAsking] = useState(false)

  const ask = () => {
    if (!navigator.geolocation) {
      const message = 'Geolocation is not supported by your browser.'
      toast({ title: 'Not supported', message, destructive: true })
      return
    }
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        onFound({ lat: coords.latitude, lng: coords.longitude })
      },
      error => {
        setAsking(false)
        if (error.code !== error.PERMISSION_DENIED) return toast({ title: 'Error', message: FAILED, destructive: true })
        const message = 'Please enable location access in your browser settings.'
        toast({ title: 'Location access denied', message, destructive: true })
      },
      OPTIONS,
    )
  }
  return { ask, asking }
}

/** Asks the browser for the location and stores it. Every outcome is shown in a toast. @param done says that it is stored */
export function useEnableLocation(done = 'Location enabled') {
  const save = trpc.location.set.useMutation({
    onSuccess: () => toast({ title: done }),
    onError: error => toastError(error, FAILED),
  })
  const { ask, asking } = useBrowserLocation(useOneAtATime(save.mutate))
  return { enable: ask, pending: asking || save.isPending }
}

/** Forgets the browser's location, so that searches start in the city. */
export const useSwitchOffLocation = () =>
  trpc.location.set.useMutation({
    onSuccess: () => toast({ title: 'Location switched off' }),
    onError: error => toastError(error, FAILED),
  })

/** Names of places that a typed text may mean, from two letters on; none while unknown. */
export function useSuggestions(query: string): string[] {
  const enabled = query.length > 1
  const places = trpc.location.suggest.useQuery(
    { query },
    { enabled, placeholderData: keepPreviousData, throwOnError: false },
  )
  return enabled ? [...new Set(places.data?.map(place => place.label))] : []
}
