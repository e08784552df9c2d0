import { CAREFUL_WITH, DOG_AGE_MAX, DOG_BIO_MAX, DOG_NAME_MAX, SEXES, SIZES } from '@barkyard/domain/dog'
import type { Dog, DogChanges } from '@barkyard/domain/schemas/dog'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useLayoutEffect, useRef, useState } from 'react'
import { Check } from '../../../components/check.tsx'
import { FormButtons } from '../../../components/form-buttons.tsx'
import { Mantine } from '../../../components/mantine.tsx'
import { capital } from '../../../lib/words.ts'
import { ChoiceCards } from '../choice-cards.tsx'
import { PhotoEditor } from '../photos/photo-editor.tsx'
import { changesOf, fieldsOf, formSchemas, offeredTemperaments, type Rules } from './dog-fields.ts'

const choices = <T extends string>(values: readonly T[]) => values.map(value => ({ value, label: capital(value) }))

/** Side by side where there is room. */
const FIELDS = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))', alignItems: 'start' }

const NEUTERED = [
  { value: '', label: 'Not said' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

interface DogFormProps {
  dog: Dog
  rules: Rules
  saving: boolean
  onSave: (changes: DogChanges) => void
  onCancel: () => void
  onDirty?: (isDirty: boolean) => void
}

function DogForm({ dog, rules, saving, onSave, onCancel, onDirty }: DogFormProps) {
  const [before] = useState(dog)
  const element = useRef<HTMLFormElement>(null)
  const schema = formSchemas[rules]
  const form = useForm({
    initialValues: fieldsOf(before),
    validate: schemaResolver(schema, { sync: true }),
  })
  const isDirty = form.isDirty()
  // Before the next event, so that Back right after a key stroke asks too.
  useLayoutEffect(() => onDirty?.(isDirty), [isDirty, onDirty])

  const submit = form.onSubmit(
    values => onSave(changesOf(before, schema.parse(values))),
    errors => {
      const first = Object.keys(form.values).find(field => errors[field])
      element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    },
  )

  return (
    <Mantine>
      <form ref={element} className="stack-16" noValidate onSubmit={submit}>
        <div className="stack-12" style={FIELDS}>
          <TextInput label="Name" name="name" maxLength={DOG_NAME_MAX} {...form.getInputProps('name')} />
          <TextInput label="Breed" name="breed" maxLength={DOG_NAME_MAX} {...form.getInputProps('breed')} />
        </div>
        <div className="stack-12" style={FIELDS}>
          <NativeSelect label="Size" name="size" data={choices(SIZES)} {...form.getInputProps('size')} />
          <NativeSelect label="Sex" name="sex" data={choices(SEXES)} {...form.getInputProps('sex')} />
          <TextInput
            label="Age (years)"
            name="ageYears"
            type="number"
            inputMode="numeric"
            min={0}
            max={DOG_AGE_MAX}
            step={1}
            {...form.getInputProps('ageYears')}
          />
        </div>
        <ChoiceCards
          legend="Temperament"
          name="temperament"
          choices={choices(offeredTemperaments(rules, before))}
          chosen={form.values.temperament}
          error={form.errors.temperament}
          onChange={chosen => form.setFieldValue('temperament', chosen)}
        />
        <Textarea label="Bio" name="bio" minRows={4} maxLength={DOG_BIO_MAX} {...form.getInputProps('bio')} />
        {rules === 'owner' ? (
          <div id="good-to-know" className="stack-16" style={{ scrollMarginTop: 'calc(var(--header-height) + 16px)' }}>
            <NativeSelect
              label="Neutered (optional)"
              name="neutered"
              data={NEUTERED}
              {...form.getInputProps('neutered')}
            />
            <ChoiceCards
              legend="Careful with (optional)"
              name="careful"
              choices={choices(CAREFUL_WITH)}
              chosen={form.values.careful}
              onChange={chosen => form.setFieldValue('careful', chosen)}
            />
            <Check
              name="paused"
              note={`While paused, nobody finds ${before.name} in Sniff. ${before.name}'s page, matches and playdates stay as they are.`}
              {...form.getInputProps('paused', { type: 'checkbox' })}
            >
              Pause {before.name}
            </Check>
          </div>
        ) : null}
        <div className="foot">
          <FormButtons label="Save Changes" pendingLabel="Saving..." pending={saving} stays onCancel={onCancel} />
        </div>
      </form>
    </Mantine>
  )
}

export const DogEditor = (props: DogFormProps) => (
  <div className="stack-24">
    <PhotoEditor dog={props.dog} />
    <DogForm {...props} />
  </div>
)
