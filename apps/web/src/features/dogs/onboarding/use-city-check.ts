import { useEffect, useRef, useState } from 'react'
import { trpcClient } from '../../../trpc.ts'

/** In ms. The check is optional, so nobody waits longer for it. */
const PATIENCE = 4_000

/** Checks whether a typed city is known. An unknown one is pointed out once, with suggestions, and then accepted. */
export function useCityCheck() {
  const [unknown, setUnknown] = useState<{ city: string; similar: string[] } | null>(null)
  const accepted = useRef<string | null>(null)
  const asked = useRef<AbortSignal>(null)
  const forget = () => {
    asked.current = null
    setUnknown(null)
  }
  useEffect(
    () => () => {
      asked.current = null
    },
    [],
  )

  /** @returns whether the step may be left: not if the city was changed, or the step left, while it was checked. */
  const settle = async (city: string): Promise<boolean> => {
    if (city === accepted.current || city === unknown?.city) {
      setUnknown(null)
      accepted.current = city
      return true
    }
    const signal = AbortSignal.timeout(PATIENCE)
    asked.current = signal
    const answer = await trpcClient.location.check.query({ city }, { signal }).catch(() => null)
    if (asked.current !== signal) return false
    if (!answer || answer.isKnown) {
      accepted.current = city
      return true
    }
    setUnknown({ city, similar: answer.similar })
    return false
  }

  return { unknown, settle, forget }
}
