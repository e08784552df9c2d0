import { useEffect, useId, useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { createStore } from '../../lib/store.ts'
import { readStored, store } from '../../lib/stored.ts'
import { useDeviceState, useTurnOn } from './this-device.ts'

/** When a user declined on this device, in milliseconds since 1970. Signing out forgets it. */
const KEY = 'push-offer'
/** A user who declines is asked again after a week. */
const PAUSE = 7 * 24 * 60 * 60 * 1000

/** Whether the user answered an offer lately. An earlier version stored a word, which counts as long ago. */
const isAnswered = () => Date.now() - (Number(readStored(KEY)) || 0) < PAUSE

/** The offer that is shown: one at a time, whichever has been the first. */
const shownOffer = createStore<string | null>(null)

/** Offers notifications on this device: in the toast after a good moment, after a chat's first message, never on arrival. */
export function Offer() {
  const id = useId()
  const isOwn = useUser()?.isImpersonating === false
  const other = shownOffer.use()
  // Without storage the answer lasts as long as the page.
  const [isClosed, setClosed] = useState(false)
  const isOver = isClosed || isAnswered()
  const state = useDeviceState(isOwn && !isOver)
  const close = () => {
    store(KEY, Date.now())
    setClosed(true)
  }
  const turnOn = useTurnOn(close)
  const isInstall = state === 'install-first'
  const isShown = isOwn && !isOver && (state === 'off' || isInstall) && (other === null || other === id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is shown
  useEffect(() => {
    // Two may appear at once: the other one was the first.
    if (!isShown || shownOffer.get() !== null) return
    shownOffer.set(id)
    return () => shownOffer.set(null)
  }, [isShown])
  if (!isShown) return null
  return (
    <section
      className="stack-4"
      style={{ marginTop: 8, paddingTop: 8, borderTop: '1px solid var(--line)' }}
      aria-labelledby={id}
    >
      <p id={id} className="bold">
        Know when they answer
      </p>
      {isInstall ? (
        <p className="quiet text-small">
          On iPhone and iPad: tap Share, then “Add to Home Screen”. Open Barkyard from there and turn on notifications.
        </p>
      ) : null}
      <div className="row-8 end">
        <Button variant="subtle" onClick={close}>
          {isInstall ? 'Got it' : 'Not now'}
        </Button>
        {isInstall ? null : (
          <Button pending={turnOn.isPending && 'Turning on...'} onClick={() => turnOn.mutate()}>
            Turn on
          </Button>
        )}
      </div>
    </section>
  )
}
