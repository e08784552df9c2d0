import '../../../styles/mantine-field.css'
import { CAREFUL_WITH, DOG_AGE_MAX, DOG_BIO_MAX, DOG_NAME_MAX, SEXES, SIZES } from '@barkyard/domain/dog'
import type { Dog, DogChanges } from '@barkyard/domain/schemas/dog'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Mantine } from '../../../components/mantine.tsx'
import { capital } from '../../../lib/words.ts'
import { PhotoEditor } from '../photos/photo-editor.tsx'
import { changesOf, type DogFields, fieldsOf, formSchemas, offeredTemperaments, type Rules } from './dog-fields.ts'
import classes from './dog-form.module.css'

const choices = (values: readonly string[]) => values.map(value => ({ value, label: capital(value) }))

const NEUTERED = [
  { value: '', label: 'Not said' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

interface CheckListProps<Word extends string> {
  legend: string
  /** Of the inputs. */
  name: string
  offered: readonly Word[]
  values: readonly Word[]
  error?: string | undefined
  onChange: (values: Word[]) => void
}

/** Words to tick. */
function CheckList<Word extends string>({ legend, name, offered, values, error, onChange }: CheckListProps<Word>) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.words} data-invalid={error ? true : undefined}>
        {offered.map(one => (
          <label key={one} className={classes.word}>
            <input
              type="checkbox"
              name={name}
              value={one}
              checked={values.includes(one)}
              // In a fixed order, whatever order they are ticked in.
              onChange={() => onChange(offered.filter(other => (other === one) !== values.includes(other)))}
            />
            {capital(one)}
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

interface DogFormProps {
  dog: Dog
  rules: Rules
  saving: boolean
  onSave: (changes: DogChanges) => void
  onCancel: () => void
  /** Called with whether there is unsaved input. */
  onDirty?: (isDirty: boolean) => void
}

/** All fields of a dog. Saves only those that changed since the form opened. */
function DogForm({ dog, rules, saving, onSave, onCancel, onDirty }: DogFormProps) {
  const [before] = useState(dog)
  const element = useRef<HTMLFormElement>(null)
  const schema = formSchemas[rules]
  const form = useForm<DogFields>({
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
  const { error } = form.getInputProps('temperament')

  return (
    <Mantine>
      <form ref={element} className="stack-16" noValidate onSubmit={submit}>
        <div className={classes.pair}>
          <TextInput label="Name" name="name" maxLength={DOG_NAME_MAX} {...form.getInputProps('name')} />
          <TextInput label="Breed" name="breed" maxLength={DOG_NAME_MAX} {...form.getInputProps('breed')} />
        </div>
        <div className={classes.trio}>
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
        <CheckList
          legend="Temperament"
          name="temperament"
          offered={offeredTemperaments(rules, before)}
          values={form.values.temperament}
          error={typeof error === 'string' ? error : undefined}
          onChange={temperament => form.setFieldValue('temperament', temperament)}
        />
        <Textarea label="Bio" name="bio" rows={4} maxLength={DOG_BIO_MAX} {...form.getInputProps('bio')} />
        {rules === 'owner' ? (
          <div id="good-to-know" className={classes.known}>
            <NativeSelect
              label="Neutered (optional)"
              name="neutered"
              data={NEUTERED}
              {...form.getInputProps('neutered')}
            />
            <CheckList
              legend="Careful with (optional)"
              name="careful"
              offered={CAREFUL_WITH}
              values={form.values.careful}
              onChange={careful => form.setFieldValue('careful', careful)}
            />
            <div className={classes.paused}>
              <label className={classes.word}>
                <input type="checkbox" name="paused" {...form.getInputProps('paused', { type: 'checkbox' })} />
                Pause {before.name}
              </label>
              <p className="quiet text-small">
                While paused, nobody finds {before.name} in Sniff. {before.name}'s page, matches and playdates stay as
                they are.
              </p>
            </div>
          </div>
        ) : null}
        <div className={classes.foot}>
          <Button variant="default" onClick={onCancel} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={saving}>
            {saving ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </Mantine>
  )
}

/** The editor of a dog: photos are saved at once, fields by "Save Changes". */
export const DogEditor = (props: DogFormProps) => (
  <>
    <PhotoEditor dog={props.dog} />
    <DogForm {...props} />
  </>
)
