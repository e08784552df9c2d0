import '../../styles/mantine-field.css'
import { isolate } from '@barkyard/domain/isolate'
import { LOST_PHONE_MAX, SIGHTING_NOTE_MAX, SIGHTING_STATES, type SightingState } from '@barkyard/domain/lost'
import type { Place } from '@barkyard/domain/place'
import { type Lost, newSightingSchema, type Sighted, sightedSchema } from '@barkyard/domain/schemas/lost'
import { Textarea, TextInput } from '@mantine/core'
import { IconCamera, IconPhone } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { newClientId } from '../../lib/client-id.ts'
import { serverMessage } from '../../lib/errors.ts'
import { PHOTO_ACCEPT, usablePhotos } from '../../lib/photo-files.ts'
import { Choices } from './choices.tsx'
import { Warnings } from './helps-fields.tsx'
import classes from './lost.module.css'
import { PlaceField } from './place-field.tsx'
import { useSend } from './use-send.ts'
import { WhenField } from './when-field.tsx'
import { SIGHTING_WORDS } from './words.ts'

const STATES = SIGHTING_STATES.map(value => ({ value, label: SIGHTING_WORDS[value].choice }))

/** After it was sent: thanks, and the owner's phone where they show it. */
function Sent({ lost, sighted }: { lost: Lost; sighted: Sighted }) {
  const name = isolate(lost.dog.name)
  const words = useRef<HTMLHeadingElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <section aria-labelledby="sighting-sent" className={classes.panel}>
      <h2 ref={words} id="sighting-sent" tabIndex={-1} className={classes.stepTitle}>
        Thank you. {name}’s owner is told now.
      </h2>
      {sighted.phone ? (
        <>
          <p>You can call the owner:</p>
          <a className={classes.call} href={`tel:${sighted.phone}`}>
            <IconPhone size={22} aria-hidden="true" /> {sighted.phone}
          </a>
          <p>Ask for something that only the owner can know, before you give {name} to anybody.</p>
          <Warnings />
        </>
      ) : (
        <p>If you see {name} again, tell us again: each point helps.</p>
      )}
    </section>
  )
}

/** "I saw this dog": what, when, where, and more for who has it. */
export function SightingForm({ lost, onCancel }: { lost: Lost; onCancel: () => void }) {
  const name = isolate(lost.dog.name)
  const [state, setState] = useState<SightingState>('seen')
  const [at, setAt] = useState(() => new Date().toISOString())
  const [place, setPlace] = useState<Place | null>(null)
  const [note, setNote] = useState('')
  const [phone, setPhone] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [sighted, setSighted] = useState<Sighted | null>(null)
  const { state: sending, send } = useSend()
  const file = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // The same words keep it, so that sending them twice is one sighting.
  const key = useRef<{ of: string; key: string } | null>(null)

  if (sighted) return <Sent lost={lost} sighted={sighted} />
  const isWithDog = state !== 'seen'
  const fields = { at, ...(place ?? { lat: 0, lng: 0 }), state, note, ...(isWithDog && { phone }) }
  const issues = isAsked ? newSightingSchema.safeParse(fields).error?.issues : undefined
  const problem = (field: string) => issues?.find(({ path }) => path[0] === field)?.message

  async function tell() {
    setAsked(true)
    if (!place || !newSightingSchema.safeParse(fields).success) return
    const body = new FormData()
    for (const [field, value] of Object.entries(fields)) body.append(field, String(value))
    if (photo) body.append('photo', photo)
    const of = JSON.stringify([fields, photo?.name, photo?.size])
    if (key.current?.of !== of) key.current = { of, key: newClientId() }
    setRefusal(null)
    try {
      const answer = await send({ path: `/api/lost/${lost.id}/sightings`, body, key: key.current.key })
      if (answer !== null) setSighted(sightedSchema.parse(answer))
    } catch (error) {
      setRefusal(error)
    }
  }

  return (
    <Mantine>
      <section aria-labelledby="sighting" className={classes.panel}>
        <h2 ref={heading} id="sighting" tabIndex={-1} className={classes.stepTitle}>
          I saw this dog
        </h2>
        <Choices legend="What happened?" options={STATES} chosen={state} onChoose={setState} />
        <PlaceField
          legend="Where?"
          value={place}
          onChange={setPlace}
          problem={isAsked && !place ? `Please set the point where you saw ${name}.` : null}
        />
        <WhenField legend="When?" value={at} onChange={setAt} />
        <Textarea
          size="lg"
          label="What did you see?"
          description="Which way did the dog go? You can leave it out."
          autosize
          minRows={2}
          maxLength={SIGHTING_NOTE_MAX}
          value={note}
          error={problem('note')}
          onChange={event => setNote(event.currentTarget.value)}
        />
        {isWithDog ? (
          <TextInput
            size="lg"
            type="tel"
            autoComplete="tel"
            label="Your phone number"
            description={`Only ${name}’s owner reads it.`}
            maxLength={LOST_PHONE_MAX}
            value={phone}
            error={problem('phone')}
            onChange={event => setPhone(event.currentTarget.value)}
          />
        ) : null}
        <div className="stack-12">
          <p>
            {isWithDog
              ? `A photo shows the owner that it is ${name}. With one you see the owner’s number, if they show it.`
              : 'A photo helps, if you have one.'}
          </p>
          <input
            ref={file}
            type="file"
            hidden
            accept={PHOTO_ACCEPT}
            aria-label="Photo of the dog that you saw"
            onChange={event => {
              const files = [...(event.currentTarget.files ?? [])]
              event.currentTarget.value = ''
              void usablePhotos(files, 1).then(([usable]) => usable && setPhoto(usable))
            }}
          />
          <Button
            size="lg"
            fullWidth
            variant="default"
            leftSection={<IconCamera size={22} aria-hidden="true" />}
            onClick={() => file.current?.click()}
          >
            {photo ? 'Another photo' : 'Add a photo'}
          </Button>
          {photo ? <p role="status">Photo added: {photo.name}</p> : null}
        </div>
        {refusal ? (
          <p role="alert" className={classes.refusal}>
            {serverMessage(refusal) ?? 'That did not work. Please try again.'}
          </p>
        ) : null}
        <p role="status">
          {sending === 'waiting'
            ? 'There is no connection right now. Leave this page open: we send it as soon as we can, and only once.'
            : null}
        </p>
        <div className="stack-12">
          <Button size="lg" fullWidth loading={sending !== 'idle'} onClick={() => void tell()}>
            Tell the owner
          </Button>
          <Button size="lg" fullWidth variant="default" aria-disabled={sending !== 'idle'} onClick={onCancel}>
            Back
          </Button>
        </div>
      </section>
    </Mantine>
  )
}
