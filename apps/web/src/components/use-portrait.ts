import { useEffect, useMemo, useState } from 'react'
import type { PortraitDog, portraitUrl } from './draw-portrait.ts'

let draw: typeof portraitUrl | null = null

/** The drawn portrait of a dog; null without a dog, and until the drawing code is downloaded. */
export function usePortrait(dog: PortraitDog | null): string | null {
  const [ready, setReady] = useState(false)
  const isWanted = dog !== null
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    import('./draw-portrait.ts').then(
      module => {
        draw = module.portraitUrl
        if (isHere) setReady(true)
      },
      // Keep showing the initial.
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [isWanted])
  return useMemo(() => (ready && draw && dog ? draw(dog) : null), [ready, dog])
}
