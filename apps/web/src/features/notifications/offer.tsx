import { useId, useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './offer.module.css'
import { useDeviceState, useTurnOn } from './this-device.ts'

/** A user who declines is not asked again on this device until they sign out. */
const KEY = 'push-offer'

function wasDeclined(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function keepDeclined() {
  try {
    localStorage.setItem(KEY, 'declined')
  } catch {
    // Without storage the answer lasts as long as the page.
  }
}

/** Offers notifications on this device. Shown after a good moment (lib/good-moment.ts), never on arrival. */
export function Offer() {
  const id = useId()
  const isOwn = useUser()?.isImpersonating === false
  const [isOver, setOver] = useState(wasDeclined)
  const state = useDeviceState(isOwn && !isOver)
  const close = () => {
    keepDeclined()
    setOver(true)
  }
  const turnOn = useTurnOn(close)
  const start = useOneAtATime<void>((_, options) => turnOn.mutate(undefined, options))
  if (!isOwn || isOver || (state !== 'off' && state !== 'install-first')) return null
  const isInstall = state === 'install-first'
  return (
    <section className={classes.offer} aria-labelledby={id} data-offer>
      <div role="status">
        <h2 id={id} className={classes.title}>
          Know when they answer
        </h2>
        <p className={classes.text}>
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
