import { useEffect, useId, useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './offer.module.css'
import { useDeviceState, useTurnOn } from './this-device.ts'

/** When a user declined on this device, in milliseconds since 1970. Signing out forgets it. */
const KEY = 'push-offer'
/** A user who declines is asked again after a week. */
const PAUSE = 7 * 24 * 60 * 60 * 1000

/** When the user declined last; null: never here. An earlier version stored a word: that counts as long ago. */
function declinedAt(): number | null {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === null ? null : Number(kept) || 0
  } catch {
    return null
  }
}

function keepDeclined() {
  try {
    localStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage the answer lasts as long as the page.
  }
}

/**
 * Offers notifications on this device, in the toast after a good moment (lib/good-moment.ts) and after the first message
 * of a chat, never on arrival.
 */
export function Offer({ onShown }: { onShown?: () => void }) {
  const id = useId()
  const isOwn = useUser()?.isImpersonating === false
  const [declined] = useState(declinedAt)
  const [isOver, setOver] = useState(() => declined !== null && Date.now() - declined < PAUSE)
  const state = useDeviceState(isOwn && !isOver)
  const close = () => {
    keepDeclined()
    setOver(true)
  }
  const turnOn = useTurnOn(close)
  const start = useOneAtATime<void>((_, options) => turnOn.mutate(undefined, options))
  const isInstall = state === 'install-first'
  const isShown = isOwn && !isOver && (state === 'off' || isInstall)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is shown
  useEffect(() => {
    if (isShown) onShown?.()
  }, [isShown])
  if (!isShown) return null
  return (
    <section className={classes.offer} aria-labelledby={id}>
      <p id={id} className="bold">
        Know when they answer
      </p>
      {isInstall ? (
        <p className={classes.text}>
          On iPhone and iPad: tap Share, then “Add to Home Screen”. Open Barkyard from there and turn on notifications.
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={close}>
          {isInstall ? 'Got it' : 'Not now'}
        </Button>
        {isInstall ? null : (
          <Button aria-disabled={turnOn.isPending} onClick={() => start()}>
            {turnOn.isPending ? 'Turning on...' : 'Turn on'}
          </Button>
        )}
      </div>
    </section>
  )
}
