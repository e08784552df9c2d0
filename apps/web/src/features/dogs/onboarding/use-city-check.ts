import { useRef, useState } from 'react'
import { trpcClient } from '../../../trpc.ts'

/** An unknown city as it was typed, and similar known ones. */
interface UnknownCity {
  city: string
  similar: string[]
}

/** In ms. The check is optional, so nobody waits longer for it. */
const PATIENCE = 4_000

/** Checks whether a typed city is known. An unknown one is pointed out once, with suggestions, and then accepted. */
export function useCityCheck() {
  const [unknown, setUnknown] = useState<UnknownCity | null>(null)
  const accepted = useRef<string | null>(null)

  /** @returns whether the step may be left. */
  const settle = async (city: string): Promise<boolean> => {
    if (city === accepted.current || city === unknown?.city) {
      setUnknown(null)
      accepted.current = city
      return true
    }
    const signal = AbortSignal.timeout(PATIENCE)
    const answer = await trpcClient.location.check.query({ city }, { signal }).catch(() => null)
    if (!answer || answer.isKnown) {
      accepted.current = city
      return true
    }
    setUnknown({ city, similar: answer.similar })
    return false
  }

  return { unknown, settle, forget: () => setUnknown(null) }
}
