import { Button } from '@mantine/core'
import { IconCheck, IconCurrentLocation } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useUser } from '../../auth.ts'
import { useEnableLocation } from './data.ts'
import classes from './location-card.module.css'

/** Asks for the browser's location while the server has none (spec §2, My Profile). */
export function LocationCard() {
  const user = useUser()
  const { enable, pending, isSuccess } = useEnableLocation()
  const done = useRef<HTMLParagraphElement>(null)
  const enabled = user?.lat != null && user.lng != null

  useEffect(() => {
    // The button that had the focus has gone.
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
