import { useId, useState } from 'react'
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

/** Offers notifications on this device, in a line after the first time. Shown after a good moment (lib/good-moment.ts), never on arrival. */
export function Offer() {
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
  if (!isOwn || isOver || (state !== 'off' && state !== 'install-first')) return null
  const isInstall = state === 'install-first'
  // How to install takes more than a line.
  const isLow = declined !== null && !isInstall
  return (
    <section className={classes.offer} aria-labelledby={id} data-offer data-low={isLow || undefined}>
      <div role="status">
        <h2 id={id} className={classes.title}>
          Know when they answer
        </h2>
        <p className={isLow ? 'visually-hidden' : classes.text}>
          {isInstall
            ? 'On iPhone and iPad: tap Share, then “Add to Home Screen”. Open Barkyard from there and turn on notifications.'
            : 'Barkyard can show barks, messages and playdates on this device.'}
        </p>
      </div>
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
