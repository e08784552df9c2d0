import { IconCurrentLocation } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useBrowserLocation } from '../../lib/use-browser-location.ts'
import { trpcClient } from '../../trpc.ts'

interface UnknownCityProps {
  city: string
  similar: readonly string[]
  onChoose: (city: string) => void
  onLocate: (place: { lat: number; lng: number }) => void
  onKeep: () => void
}

export function UnknownCity({ city, similar, onChoose, onLocate, onKeep }: UnknownCityProps) {
  const { ask, asking } = useBrowserLocation(onLocate)
  const heading = useRef<HTMLHeadingElement>(null)
  // It appears below the pressed button, so move the focus to it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="callout stack-12 breakable" aria-labelledby="unknown-city">
      <h3 ref={heading} tabIndex={-1} id="unknown-city" className="text-lead">
        {similar.length > 0 ? 'Which city?' : `We don't know “${city}”`}
      </h3>
      {similar.length > 0 ? (
        <>
          <p>We can't place “{city}”. Did you mean one of these?</p>
          <ul className="row-8">
            {similar.map(label => (
              <li key={label}>
                <Button variant="default" onClick={() => onChoose(label)}>
                  {label}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Try a larger town nearby, or use your location.</p>
      )}
      <p>
        If you keep it, you see dogs from everywhere, newest first, and your dog doesn't show up in nearby searches.
      </p>
      <div className="row-8">
        <Button variant="default" Icon={IconCurrentLocation} pending={asking && 'Finding you...'} onClick={ask}>
          Use my location
        </Button>
        <Button variant="subtle" onClick={onKeep}>
          Keep it anyway
        </Button>
      </div>
    </section>
  )
}

/** In ms. The check is optional, so nobody waits longer for it. */
const PATIENCE = 4_000

/** Checks whether a typed city is known. An unknown one is pointed out once, with suggestions, and then accepted. */
export function useCityCheck() {
  const [unknown, setUnknown] = useState<{ city: string; similar: string[] } | null>(null)
  const [checking, setChecking] = useState(false)
  const accepted = useRef<string | null>(null)
  const asked = useRef<AbortSignal>(null)
  const forget = () => {
    asked.current = null
    setChecking(false)
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
    setChecking(true)
    const answer = await trpcClient.location.check.query({ city }, { signal }).catch(() => null)
    if (asked.current !== signal) return false
    setChecking(false)
    if (!answer || answer.isKnown) {
      accepted.current = city
      return true
    }
    setUnknown({ city, similar: answer.similar })
    return false
  }

  return { unknown, checking, settle, forget }
}
