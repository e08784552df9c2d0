import { IconCheck, IconCurrentLocation } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { ChangeCity } from './change-city.tsx'
import { useEnableLocation, useKnownPlace } from './data.ts'
import classes from './location-card.module.css'
import { OwnersPlace } from './owners-place.tsx'

/** The owner's location, as far as it may be shown, and how to change it. */
export function LocationCard() {
  const user = useUser()
  if (!user) return null
  if (user.isImpersonating && user.dog) return <OwnersPlace dogName={user.dog.name} />
  return (
    <>
      <EnableLocation enabled={user.lat !== null && user.lng !== null} city={user.city} />
      <ChangeCity city={user.city} />
    </>
  )
}

/** The place that searches use while there are no coordinates. */
function ForNow({ city }: { city: string | null }) {
  const from = useKnownPlace()
  if (!from || from === 'location') return null
  if (from === 'city') return <p className={classes.text}>For now, sniffing starts in the middle of {city}.</p>
  return (
    <p className={classes.text}>
      {city ? `We don't know “${city}”. ` : ''}For now, you see dogs from everywhere, newest first, and your dog doesn't
      show up in nearby searches.
    </p>
  )
}

/** Asks for the browser's location while the server has none. */
function EnableLocation({ enabled, city }: { enabled: boolean; city: string | null }) {
  const { enable, pending, isSuccess } = useEnableLocation()
  const done = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // The focused button was removed.
    if (enabled && isSuccess) done.current?.focus()
  }, [enabled, isSuccess])

  if (enabled) {
    return (
      <p ref={done} tabIndex={-1} className={classes.enabled}>
        <IconCheck size={20} stroke={2.5} aria-hidden="true" />
        Location enabled
      </p>
    )
  }
  return (
    <section className={classes.card} aria-labelledby="enable-location">
      <h2 id="enable-location" className={classes.title}>
        Enable Location
      </h2>
      <p className={classes.text}>
        To sniff dogs nearby, we need your location. This helps us show you playmates in your area.
      </p>
      <ForNow city={city} />
      <Button
        leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
        aria-disabled={pending}
        onClick={() => pending || enable()}
      >
        {pending ? 'Finding you...' : 'Enable Location'}
      </Button>
    </section>
  )
}
