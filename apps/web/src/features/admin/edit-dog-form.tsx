import {
  ALL_TEMPERAMENTS,
  DOG_AGE_MAX,
  DOG_BIO_MAX,
  DOG_NAME_MAX,
  SEXES,
  SIZES,
  type Temperament,
} from '@barkyard/domain/dog'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { capital } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { changesOf, type DogFields, fieldsOf, type Problems, readFields } from './dog-fields.ts'
import classes from './edit-dog.module.css'

const choices = (values: readonly string[]) => values.map(value => ({ value, label: capital(value) }))

interface TemperamentsProps {
  values: readonly Temperament[]
  error: string | undefined
  onChange: (values: Temperament[]) => void
}

function Temperaments({ values, error, onChange }: TemperamentsProps) {
  return (
    <fieldset className={classes.group} aria-describedby={error ? 'temperament-error' : undefined}>
      <legend className={classes.legend}>Temperament</legend>
      <div className={classes.temperaments} data-invalid={error ? true : undefined}>
        {ALL_TEMPERAMENTS.map(one => (
          <label key={one} className={classes.temperament}>
            <input
              type="checkbox"
              name="temperament"
              value={one}
              checked={values.includes(one)}
              // In their one order, whatever order they are ticked in.
              onChange={() => onChange(ALL_TEMPERAMENTS.filter(other => (other === one) !== values.includes(other)))}
            />
            {capital(one)}
          </label>
        ))}
      </div>
      {error ? (
        <p id="temperament-error" className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

interface EditDogFormProps {
  dog: Dog
  onClose: () => void
  onSaving: (saving: boolean) => void
}

export function EditDogForm({ dog, onClose, onSaving }: EditDogFormProps) {
  const [before] = useState(dog)
  const [fields, setFields] = useState(() => fieldsOf(dog))
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const save = trpc.admin.editDog.useMutation({
    onSuccess: () => {
      toast({ title: 'Dog profile updated successfully' })
      onClose()
    },
    onError: error => toastError(error, 'Failed to update dog profile'),
  })
  const start = useOneAtATime(save.mutate)
  const { isPending } = save
  useEffect(() => onSaving(isPending), [isPending, onSaving])

  const set = (changed: Partial<DogFields>) => {
    setFields(now => ({ ...now, ...changed }))
    setProblems(now => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changed))))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readFields(fields)
    if ('edit' in read) return start({ dogId: dog.id, ...changesOf(before, read.edit) })
    setProblems(read.problems)
    const [first] = Object.keys(read.problems)
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <div className={classes.pair}>
        <TextInput
          label="Name"
          name="name"
          value={fields.name}
          maxLength={DOG_NAME_MAX}
          error={problems.name}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Breed"
          name="breed"
          value={fields.breed}
          maxLength={DOG_NAME_MAX}
          error={problems.breed}
          onChange={event => set({ breed: event.currentTarget.value })}
        />
      </div>
      <div className={classes.trio}>
        <NativeSelect
          label="Size"
          name="size"
          value={fields.size}
          data={choices(SIZES)}
          error={problems.size}
          onChange={event => set({ size: SIZES.find(size => size === event.currentTarget.value) ?? fields.size })}
        />
        <NativeSelect
          label="Sex"
          name="sex"
          value={fields.sex}
          data={choices(SEXES)}
          error={problems.sex}
          onChange={event => set({ sex: SEXES.find(sex => sex === event.currentTarget.value) ?? fields.sex })}
        />
        <TextInput
          label="Age (years)"
          name="ageYears"
          type="number"
          inputMode="numeric"
          min={0}
          max={DOG_AGE_MAX}
          step={1}
          value={fields.ageYears}
          error={problems.ageYears}
          onChange={event => set({ ageYears: event.currentTarget.value })}
        />
      </div>
      <Temperaments
        values={fields.temperament}
        error={problems.temperament}
        onChange={temperament => set({ temperament })}
      />
      <Textarea
        label="Bio"
        name="bio"
        rows={4}
        value={fields.bio}
        maxLength={DOG_BIO_MAX}
        error={problems.bio}
        onChange={event => set({ bio: event.currentTarget.value })}
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  )
}
