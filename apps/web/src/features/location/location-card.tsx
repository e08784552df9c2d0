import { useDidUpdate } from '@mantine/hooks'
import { IconCheck, IconCurrentLocation, IconCurrentLocationOff, IconMapPin } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { told } from '../../lib/toast.ts'
import { LOCATION_FAILED, useBrowserLocation } from '../../lib/use-browser-location.ts'
import { placeOf } from '../../lib/use-map-start.ts'
import { trpc } from '../../trpc.ts'
import { CityField } from './city-field.tsx'
import { UnknownCity, useCityCheck } from './unknown-city.tsx'

/** Stores a place, or forgets it. Every outcome is shown in a toast. */
const useSavePlace = (done: string, onDone?: () => void) =>
  trpc.location.set.useMutation(told(done, LOCATION_FAILED, onDone))

/** Asks the browser for the location and stores it. @param isRenewed whether the server has one already */
function LocateButton({ isRenewed = false }: { isRenewed?: boolean }) {
  const save = useSavePlace(isRenewed ? 'Location renewed' : 'Location enabled')
  const { ask, asking } = useBrowserLocation(save.mutate)
  return (
    <Button
      style={{ justifySelf: 'start' }}
      variant={isRenewed ? 'default' : 'filled'}
      Icon={IconCurrentLocation}
      pending={(asking || save.isPending) && 'Finding you...'}
      onClick={ask}
    >
      {isRenewed ? 'Renew location' : 'Enable Location'}
    </Button>
  )
}

function EnableLocation({ city }: { city: string | null }) {
  const isImpersonating = useUser()?.isImpersonating
  // While impersonating, sniffing starts at the place of the dog's owner.
  const from = trpc.location.known.useQuery(undefined, { throwOnError: false, enabled: !isImpersonating }).data?.from
  return (
    <section className="callout stack-12" aria-labelledby="enable-location">
      <h2 id="enable-location" className="text-lead">
        Enable Location
      </h2>
      <p>To sniff dogs nearby, we need your location. This helps us show you playmates in your area.</p>
      {from === 'city' ? <p>For now, sniffing starts in the middle of {city}.</p> : null}
      {from === 'none' ? (
        <p>
          {city ? `We don't know “${city}”. ` : ''}For now, you see dogs from everywhere, newest first, and your dog
          doesn't show up in nearby searches.
        </p>
      ) : null}
      <LocateButton />
    </section>
  )
}

/** The place that searches start from: the browser's location, which can be renewed and switched off, or else the city. */
export function LocationCard() {
  const user = useUser()
  const enabled = placeOf(user) !== null
  const start = useRef<HTMLParagraphElement>(null)
  const off = useSavePlace('Location switched off')
  useDidUpdate(() => {
    if (document.activeElement === document.body) start.current?.focus()
  }, [enabled])
  if (!user) return null
  const { city } = user
  return (
    <>
      {city ? (
        <p ref={enabled ? null : start} tabIndex={-1} className="icon-line breakable">
          <IconMapPin size={20} aria-hidden="true" />
          {city}
        </p>
      ) : null}
      {enabled ? (
        <>
          <p ref={start} tabIndex={-1} className="icon-line bold" style={{ color: 'var(--grass-text)' }}>
            <IconCheck size={20} stroke={2.5} aria-hidden="true" />
            Location enabled
          </p>
          <p className="quiet">We search near your device's last location. Others only see how far away you are.</p>
          <div className="row-8">
            <LocateButton isRenewed />
            <Button
              variant="default"
              Icon={IconCurrentLocationOff}
              aria-disabled={off.isPending}
              onClick={() => off.mutate({ lat: null, lng: null })}
            >
              Switch off location
            </Button>
          </div>
        </>
      ) : (
        <EnableLocation city={city} />
      )}
      <ChangeCity city={city} />
    </>
  )
}

function ChangeCity({ city }: { city: string | null }) {
  // Null: closed.
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { unknown, checking, settle, forget } = useCityCheck()
  const change = (next: string | null) => {
    setTyped(next)
    setError(null)
    forget()
  }
  const close = () => {
    change(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  const save = useSavePlace('City saved', close)
  if (typed === null)
    return (
      <Button ref={button} style={{ justifySelf: 'start' }} variant="default" onClick={() => setTyped(city ?? '')}>
        {city ? 'Change city' : 'Add a city'}
      </Button>
    )

  const next = typed.trim()
  // Whoever saves a city wants it to be searched. The same city sent again would keep the browser's location.
  const put = (chosen: string) => save.mutate({ ...(chosen !== city && { city: chosen }), lat: null, lng: null })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (next === '') setError('Please enter your city')
    else if (await settle(next)) put(next)
  }
  return (
    <form className="stack-16" onSubmit={submit} noValidate>
      <CityField value={typed} onChange={change} error={error} />
      {unknown ? (
        <UnknownCity
          {...unknown}
          onChoose={put}
          onLocate={place => save.mutate({ city: next, ...place })}
          onKeep={() => put(next)}
        />
      ) : null}
      <div className="row-8">
        <Button type="submit" pending={(checking || save.isPending) && 'Saving...'}>
          Save city
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
