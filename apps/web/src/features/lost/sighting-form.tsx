import { isolate } from '@barkyard/domain/isolate'
import { LOST_PHONE_MAX, SIGHTING_NOTE_MAX, SIGHTING_STATES } from '@barkyard/domain/lost'
import { type Lost, newSightingSchema, type Sighted, sightedSchema } from '@barkyard/domain/schemas/lost'
import { Textarea, TextInput } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { Mantine } from '../../components/mantine.tsx'
import { PhotoButton } from '../../components/photo-button.tsx'
import { newClientId } from '../../lib/client-id.ts'
import { serverMessage } from '../../lib/errors.ts'
import { Warnings } from './helps-fields.tsx'
import classes from './lost.module.css'
import { BigButton, Call, Choices, Panel } from './parts.tsx'
import { PlaceField } from './place-field.tsx'
import { useSend } from './use-send.ts'
import { WhenField } from './when-field.tsx'
import { SIGHTING_WORDS } from './words.ts'

const STATES = SIGHTING_STATES.map(value => ({ value, label: SIGHTING_WORDS[value].choice }))

/** What survives a reload. A photo is too large for that. */
const draftSchema = z.object({
  state: z.enum(SIGHTING_STATES),
  /** ISO 8601. Absent: when the form was opened. */
  at: z.string().optional(),
  place: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  note: z.string(),
  phone: z.string(),
})
type Draft = z.infer<typeof draftSchema>
const EMPTY: Draft = { state: 'seen', place: null, note: '', phone: '' }

/** After it was sent: thanks, and the owner's phone where they show it. */
function Sent({ lost, sighted }: { lost: Lost; sighted: Sighted }) {
  const name = isolate(lost.dog.name)
  return (
    <Panel title={`Thank you. ${name}’s owner is told now.`}>
      {sighted.phone ? (
        <>
          <p>You can call the owner:</p>
          <Call phone={sighted.phone} />
          <p>Ask for something that only the owner can know, before you give {name} to anybody.</p>
          <Warnings />
        </>
      ) : (
        <p>If you see {name} again, tell us again: each point helps.</p>
      )}
    </Panel>
  )
}

/** "I saw this dog": what, when, where, and more for who has it. */
export function SightingForm({ lost, onCancel }: { lost: Lost; onCancel: () => void }) {
  const name = isolate(lost.dog.name)
  const [openedAt] = useState(() => new Date().toISOString())
  const [draft, setDraft, dropDraft] = useSessionStorage({
    key: `sighting ${lost.id}`,
    defaultValue: EMPTY,
    getInitialValueInEffect: false,
    deserialize: text => draftSchema.catch(EMPTY).parse(JSON.parse(text ?? 'null')),
  })
  const { state, at = openedAt, place, note, phone } = draft
  const change = (changes: Partial<Draft>) => setDraft(now => ({ ...now, ...changes }))
  const [photo, setPhoto] = useState<File | null>(null)
  const [isReading, setReading] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [sighted, setSighted] = useState<Sighted | null>(null)
  const { state: sending, send } = useSend(answer => {
    dropDraft()
    setSighted(sightedSchema.parse(answer))
  }, setRefusal)
  // The same words keep it, so that sending them twice is one sighting.
  const key = useRef<{ of: string; key: string } | null>(null)

  if (sighted) return <Sent lost={lost} sighted={sighted} />
  const isWithDog = state !== 'seen'
  const fields = { at, ...(place ?? { lat: 0, lng: 0 }), state, note, ...(isWithDog && { phone }) }
  const issues = isAsked ? newSightingSchema.safeParse(fields).error?.issues : undefined
  const problem = (field: string) => issues?.find(({ path }) => path[0] === field)?.message

  const tell = () => {
    setAsked(true)
    if (!place || !newSightingSchema.safeParse(fields).success) return
    const body = new FormData()
    for (const [field, value] of Object.entries(fields)) body.append(field, String(value))
    if (photo) body.append('photo', photo)
    const of = JSON.stringify([fields, photo?.name, photo?.size])
    if (key.current?.of !== of) key.current = { of, key: newClientId() }
    setRefusal(null)
    send({ path: `/api/lost/${lost.id}/sightings`, body, key: key.current.key })
  }

  return (
    <Mantine>
      <Panel title="I saw this dog">
        <Choices
          legend="What happened?"
          options={STATES}
          chosen={state}
          onChoose={chosen => change({ state: chosen })}
        />
        <PlaceField
          legend="Where?"
          value={place}
          onChange={to => change({ place: to })}
          problem={isAsked && !place ? `Please set the point where you saw ${name}.` : null}
        />
        <WhenField legend="When?" value={at} onChange={time => change({ at: time })} />
        <Textarea
          size="lg"
          label="What did you see?"
          description="Which way did the dog go? You can leave it out."
          maxLength={SIGHTING_NOTE_MAX}
          value={note}
          error={problem('note')}
          onChange={event => change({ note: event.currentTarget.value })}
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
            onChange={event => change({ phone: event.currentTarget.value })}
          />
        ) : null}
        <div className="stack-12">
          <p>
            {isWithDog
              ? `A photo shows the owner that it is ${name}. With one you see the owner’s number, if they show it.`
              : 'A photo helps, if you have one.'}
          </p>
          <PhotoButton
            size="lg"
            fullWidth
            variant="default"
            label="Photo of the dog that you saw"
            pending={isReading && 'Reading...'}
            onReading={setReading}
            onPhoto={setPhoto}
          >
            {photo ? 'Another photo' : 'Add a photo'}
          </PhotoButton>
          {photo ? <p role="status">Photo added: {photo.name}</p> : null}
        </div>
        {refusal ? (
          <p role="alert" className={classes.box}>
            {serverMessage(refusal) ?? 'That did not work. Please try again.'}
          </p>
        ) : null}
        <p role="status">
          {sending === 'waiting'
            ? 'There is no connection right now. Leave this page open: we send it as soon as we can, and only once.'
            : null}
        </p>
        <div className="stack-12">
          <BigButton pending={isReading ? 'Reading the photo...' : sending !== 'idle' && 'Sending...'} onClick={tell}>
            Tell the owner
          </BigButton>
          <BigButton variant="default" aria-disabled={sending !== 'idle'} onClick={onCancel}>
            Back
          </BigButton>
        </div>
      </Panel>
    </Mantine>
  )
}
