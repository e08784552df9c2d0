import { LEASHES, PARK_ADDRESS_MAX, PARK_NAME_MAX, PARKS_BESIDE_KM } from '@barkyard/domain/parks'
import { distanceKm, type Place } from '@barkyard/domain/place'
import type { Park } from '@barkyard/domain/schemas/park'
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { lazyMap } from '../../components/lazy-with-retry.tsx'
import { useUnits } from '../../lib/distance.ts'
import { trpc } from '../../trpc.ts'

const PlaceMap = lazyMap(() => import('../../components/place-map.tsx').then(module => module.PlaceMap))

type Facts = Park['facts']

export type ParkFields = Pick<Park, 'name' | 'address' | 'facts' | 'lat' | 'lng'>

/** A park of which the place alone is known, and that roughly. */
export const parkAt = ({ lat, lng }: Place): ParkFields => ({
  name: '',
  address: '',
  facts: { fenced: null, water: null, smallDogs: null, leash: null },
  lat,
  lng,
})

const UNKNOWN = { value: '', label: 'I don’t know' }
const YES_OR_NO = [UNKNOWN, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]
const LEASH_WORDS = { on: 'On the leash', off: 'Off the leash', hours: 'Off the leash at some hours' }
const LEASH = [UNKNOWN, ...LEASHES.map(value => ({ value, label: LEASH_WORDS[value] }))]
const QUESTIONS = [
  ['fenced', 'Is it fenced?'],
  ['water', 'Is there water for dogs?'],
  ['smallDogs', 'Is there an area for small dogs?'],
] as const

const FactFields = ({ facts, onChange }: { facts: Facts; onChange: (facts: Facts) => void }) => (
  <div className="stack-16" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))' }}>
    {QUESTIONS.map(([fact, label]) => (
      <NativeSelect
        key={fact}
        label={label}
        data={YES_OR_NO}
        value={String(facts[fact] ?? '')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...facts, [fact]: value === '' ? null : value === 'true' })
        }
      />
    ))}
    <NativeSelect
      label="On a leash?"
      data={LEASH}
      value={facts.leash ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...facts, leash: LEASHES.find(leash => leash === value) ?? null })
      }
    />
  </div>
)

/** Of those around a point, the nearest are enough to tell whether one is listed already. */
const NEAREST = 10

/** The open parks so close to a place that one of them may be meant, nearest first, with how far away: "120 m", "390 ft". */
function useParksBeside({ lat, lng }: Place, exceptId?: string): readonly { park: Park; away: string }[] {
  const [perKm, unit] = useUnits() === 'mi' ? [3281, 'ft'] : [1000, 'm']
  const query = { lat, lng, distance: 5, limit: NEAREST }
  const near = trpc.parks.list.useQuery(query, { throwOnError: false, placeholderData: keepPreviousData })
  return (near.data?.items ?? [])
    .map(park => ({ park, km: distanceKm(park, { lat, lng }) }))
    .filter(({ park, km }) => km <= PARKS_BESIDE_KM && park.id !== exceptId)
    .map(({ park, km }) => ({ park, away: `${Math.round(km * perKm)} ${unit}` }))
}

interface ParkFormProps {
  start: ParkFields
  hasAddress?: boolean
  /** The parks of every installation are neither renamed nor moved. */
  isFixed?: boolean
  /** The park, whose place is known. Absent: a new one, whose place has to be chosen. */
  id?: string
  children?: ReactNode
  submit: string
  pending: boolean
  onEdit?: () => void
  onSubmit: (fields: ParkFields) => void
  more?: ReactNode
}

export function ParkForm({ start, id, isFixed = false, ...props }: ParkFormProps) {
  const form = useForm({
    initialValues: { ...start, isPlaced: id !== undefined },
    onValuesChange: () => props.onEdit?.(),
    validate: {
      name: name => (name.trim() ? null : 'What is the park called?'),
      isPlaced: isPlaced => (isPlaced ? null : 'Move the map to the park first.'),
    },
  })
  const beside = useParksBeside(form.values, id)
  return (
    <form
      className="stack-16"
      noValidate
      onSubmit={form.onSubmit(
        ({ isPlaced: _, ...fields }) => {
          if (!props.pending) props.onSubmit(fields)
        },
        ({ name }) => name && form.getInputNode('name')?.focus(),
      )}
    >
      <TextInput
        label="Name"
        maxLength={PARK_NAME_MAX}
        readOnly={isFixed}
        description={isFixed ? 'Every installation has this park: it is neither renamed nor moved.' : null}
        {...form.getInputProps('name')}
      />
      {props.hasAddress ? (
        <TextInput label="Address" maxLength={PARK_ADDRESS_MAX} {...form.getInputProps('address')} />
      ) : null}
      <div className="stack-12">
        <p id="park-place">{isFixed ? 'Where it is' : 'Move the map until the pin is on the park.'}</p>
        <PlaceMap
          start={start}
          isExact={id !== undefined}
          others={beside.map(({ park }) => park)}
          onMove={isFixed ? undefined : place => form.setValues({ ...place, isPlaced: true })}
        />
        {form.errors.isPlaced ? (
          <p role="alert" className="alert bold">
            {form.errors.isPlaced}
          </p>
        ) : null}
        <div role="status">
          {beside.length > 0 ? (
            <div className="sunken">
              <p className="bold">Is it one of these? They are listed already.</p>
              <ul style={{ paddingInlineStart: '1.2em', listStyle: 'disc' }}>
                {beside.map(({ park, away }) => (
                  <li key={park.id} className="breakable">
                    <bdi>{park.name}</bdi>, {away} away
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </div>
      </div>
      <FactFields facts={form.values.facts} onChange={facts => form.setFieldValue('facts', facts)} />
      {props.children}
      <div className="row-12">
        <Button type="submit" aria-disabled={props.pending}>
          {props.submit}
        </Button>
        {props.more}
      </div>
    </form>
  )
}
