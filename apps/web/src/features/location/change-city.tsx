import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { CityField } from './city-field.tsx'
import { useSaveCity } from './data.ts'
import classes from './location-card.module.css'

/** A form that changes the owner's city. */
export function ChangeCity({ city }: { city: string | null }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const save = useSaveCity(() => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  })
  const store = useOneAtATime(save.mutate)

  const start = () => {
    setTyped(city ?? '')
    setOpen(true)
  }

  if (!open)
    return (
      <Button ref={button} className={classes.change} variant="default" onClick={start}>
        {city ? 'Change city' : 'Add a city'}
      </Button>
    )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return setError('Please enter your city')
    const next = typed.trim()
    // Whoever saves a city wants it to be searched. The same city sent again would keep the browser's location.
    store({ ...(next !== city && { city: next }), lat: null, lng: null })
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
