import { isolate } from '@barkyard/domain/isolate'
import { IconCheck, IconCurrentLocation, IconCurrentLocationOff, IconMapPin } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { useOnce } from '../../lib/one-at-a-time.ts'
import { CityField } from './city-field.tsx'
import { useEnableLocation, useKnownPlace, useSaveCity, useSwitchOffLocation } from './data.ts'

/** Tells an impersonating admin whether the dog's owner has a location, but not which. */
function OwnersPlace({ dogName }: { dogName: string }) {
  const from = useKnownPlace()
  if (!from) return null
  const texts = {
    location: `${isolate(dogName)}'s owner has shared a location. Sniffing starts there.`,
    city: `${isolate(dogName)}'s owner has entered a city. Sniffing starts in the middle of it.`,
    none: `We don't know where ${isolate(dogName)}'s owner lives. Sniffing shows dogs from everywhere, newest first.`,
  }
  return (
    <section className="callout stack-12" aria-labelledby="owners-place">
      <h2 id="owners-place" className="text-lead">
        <IconMapPin size={20} aria-hidden="true" /> The owner's place
      </h2>
      <p>{texts[from]}</p>
      <p>Only the owner can see or change where it is.</p>
    </section>
  )
}

/** The owner's location, as far as it may be shown, and how to change it. */
export function LocationCard() {
  const user = useUser()
  if (!user) return null
  if (user.isImpersonating && user.dog) return <OwnersPlace dogName={user.dog.name} />
  return (
    <>
      <OwnPlace enabled={user.lat !== null && user.lng !== null} city={user.city} />
      <ChangeCity city={user.city} />
    </>
  )
}

function ForNow({ city }: { city: string | null }) {
  const from = useKnownPlace()
  if (!from || from === 'location') return null
  if (from === 'city') return <p>For now, sniffing starts in the middle of {city}.</p>
  return (
    <p>
      {city ? `We don't know “${city}”. ` : ''}For now, you see dogs from everywhere, newest first, and your dog doesn't
      show up in nearby searches.
    </p>
  )
}

interface PlaceProps {
  city: string | null
}

/** Asks for the browser's location while the server has none. */
function EnableLocation({ city }: PlaceProps) {
  const { enable, pending } = useEnableLocation()
  return (
    <section className="callout stack-12" aria-labelledby="enable-location">
      <h2 id="enable-location" className="text-lead">
        Enable Location
      </h2>
      <p>To sniff dogs nearby, we need your location. This helps us show you playmates in your area.</p>
      <ForNow city={city} />
      <Button
        style={{ justifySelf: 'start' }}
        leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
        aria-disabled={pending}
        onClick={() => pending || enable()}
      >
        {pending ? 'Finding you...' : 'Enable Location'}
      </Button>
    </section>
  )
}

/** The browser's location is used instead of the city: it can be renewed and switched off. */
function EnabledLocation() {
  const { enable, pending } = useEnableLocation('Location renewed')
  const off = useOnce(useSwitchOffLocation())
  return (
    <>
      <p className="quiet">We search near your device's last location. Others only see how far away you are.</p>
      <div className="row-8">
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
          aria-disabled={pending}
          onClick={() => pending || enable()}
        >
          {pending ? 'Finding you...' : 'Renew location'}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCurrentLocationOff size={20} aria-hidden="true" />}
          aria-disabled={off.isPending}
          onClick={() => off.start({ lat: null, lng: null })}
        >
          Switch off location
        </Button>
      </div>
    </>
  )
}

/** The place that searches start from: the browser's location, or else the city. */
function OwnPlace({ enabled, city }: PlaceProps & { enabled: boolean }) {
  const start = useRef<HTMLParagraphElement>(null)
  const wasEnabled = useRef(enabled)
  useEffect(() => {
    // The focused button was removed.
    if (wasEnabled.current !== enabled && document.activeElement === document.body) start.current?.focus()
    wasEnabled.current = enabled
  }, [enabled])
  return (
    <>
      {city ? (
        <p ref={enabled ? null : start} tabIndex={-1} className="icon-line breakable">
          <IconMapPin size={20} aria-hidden="true" />
          {city}
        </p>
      ) : null}
      {enabled ? (
        <p ref={start} tabIndex={-1} className="icon-line bold" style={{ color: 'var(--grass-text)' }}>
          <IconCheck size={20} stroke={2.5} aria-hidden="true" />
          Location enabled
        </p>
      ) : null}
      {enabled ? <EnabledLocation /> : <EnableLocation city={city} />}
    </>
  )
}

/** A form that changes the owner's city. */
function ChangeCity({ city }: { city: string | null }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const save = useOnce(
    useSaveCity(() => {
      setOpen(false)
      requestAnimationFrame(() => button.current?.focus())
    }),
  )

  const start = () => {
    setTyped(city ?? '')
    setOpen(true)
  }

  if (!open)
    return (
      <Button ref={button} style={{ justifySelf: 'start' }} variant="default" onClick={start}>
        {city ? 'Change city' : 'Add a city'}
      </Button>
    )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return setError('Please enter your city')
    const next = typed.trim()
    // Whoever saves a city wants it to be searched. The same city sent again would keep the browser's location.
    save.start({ ...(next !== city && { city: next }), lat: null, lng: null })
  }
  const change = (next: string) => {
    setTyped(next)
    setError(null)
  }
  return (
    <form className="stack-16" onSubmit={submit} noValidate>
      <CityField value={typed} onChange={change} error={error} />
      <div className="row-8">
        <Button type="submit" aria-disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save city'}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
