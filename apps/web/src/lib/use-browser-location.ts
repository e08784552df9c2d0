import type { Place } from '@barkyard/domain/place'
import { useState } from 'react'
import { toast } from './toast.ts'

export const LOCATION_FAILED = 'Failed to update location. Please try again.'

/** Asks the browser for its position; a toast tells errors. Some minutes old will do: the server rounds it to 1 km. */
export function useBrowserLocation(onFound: (place: Place) => void, maximumAge = 300_000) {
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
        if (error.code !== error.PERMISSION_DENIED)
          return toast({ title: 'Error', message: LOCATION_FAILED, destructive: true })
        const message = 'Please enable location access in your browser settings.'
        toast({ title: 'Location access denied', message, destructive: true })
      },
      { timeout: 15_000, maximumAge },
    )
  }
  return { ask, asking }
}
