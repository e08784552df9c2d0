import '../../styles/mantine-field.css'
import '@mantine/core/styles/Combobox.layer.css'
import type { Sex, Size } from '@barkyard/domain/dog'
import { DOG_BIO_MAX, DOG_NAME_MAX, TEMPERAMENTS } from '@barkyard/domain/dog'
import { Autocomplete, type OptionsFilter, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconDog, IconMars, IconVenus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Illustration } from '../../components/illustration.tsx'
import { capital } from '../../lib/words.ts'
import { BREEDS } from './breeds.ts'
import { ChooseMany, ChooseOne } from './choice-cards.tsx'
import classes from './onboarding.module.css'
import { ageComplaint, type Draft } from './onboarding-draft.ts'

interface StepProps {
  form: UseFormReturnType<Draft>
}

const dogIcon = (size: number) => <IconDog size={size} stroke={1.5} aria-hidden="true" />
const SIZE_CHOICES: { value: Size; label: string; picture: ReactNode }[] = [
  { value: 'small', label: 'Small', picture: dogIcon(34) },
  { value: 'medium', label: 'Medium', picture: dogIcon(48) },
  { value: 'large', label: 'Large', picture: dogIcon(66) },
]
const SEX_CHOICES: { value: Sex; label: string; icon: ReactNode }[] = [
  { value: 'male', label: 'Male', icon: <IconMars size={22} aria-hidden="true" /> },
  { value: 'female', label: 'Female', icon: <IconVenus size={22} aria-hidden="true" /> },
]
const TEMPERAMENT_CHOICES = TEMPERAMENTS.map(value => ({ value, label: capital(value) }))

/** Breeds that contain the typed text. None for a complete breed, whose list would only cover the button. */
const otherBreeds: OptionsFilter = ({ options, search, limit }) => {
  const typed = search.trim().toLowerCase()
  const breeds = options.filter(option => {
    const label = 'label' in option ? option.label.toLowerCase() : ''
    return label.includes(typed) && label !== typed
  })
  return breeds.slice(0, limit)
}

const Optional = ({ label }: { label: string }) => (
  <>
    {label} <span className={classes.optional}>optional</span>
  </>
)

export const WelcomeStep = ({ form }: StepProps) => (
  <>
    <div className={classes.scene}>
      <Illustration mood="running" width={220} />
    </div>
    <TextInput
      name="name"
      label="Dog's name"
      placeholder="Rex"
      autoComplete="off"
      autoCapitalize="words"
      maxLength={DOG_NAME_MAX}
      {...form.getInputProps('name')}
    />
    <Autocomplete
      size="md"
      name="breed"
      label="Breed"
      placeholder="Golden Retriever"
      autoComplete="off"
      maxLength={DOG_NAME_MAX}
      {...form.getInputProps('breed')}
      data={BREEDS}
      filter={otherBreeds}
      limit={6}
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
    />
  </>
)

export const BodyStep = ({ form }: StepProps) => (
  <>
    <ChooseOne
      legend="Size"
      name="size"
      choices={SIZE_CHOICES}
      value={form.values.size}
      onChange={size => form.setFieldValue('size', size)}
      error={form.errors.size}
    />
    <ChooseOne
      legend="Sex"
      name="sex"
      choices={SEX_CHOICES}
      value={form.values.sex}
      onChange={sex => form.setFieldValue('sex', sex)}
      error={form.errors.sex}
    />
    <TextInput
      className={classes.age ?? ''}
      name="age"
      label="Age in years"
      placeholder="3"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      {...form.getInputProps('age')}
      error={form.errors.age ?? ageComplaint(form.values.age)}
    />
  </>
)

export const CharacterStep = ({ form }: StepProps) => (
  <>
    <ChooseMany
      legend={<Optional label="Temperament" />}
      name="temperament"
      choices={TEMPERAMENT_CHOICES}
      values={form.values.temperament}
      onChange={values =>
        form.setFieldValue(
          'temperament',
          TEMPERAMENTS.filter(trait => values.includes(trait)),
        )
      }
    />
    <Textarea
      name="bio"
      label={<Optional label="Bio" />}
      description={`${form.values.bio.length} of ${DOG_BIO_MAX} characters`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="What makes your dog's tail wag?"
      rows={5}
      maxLength={DOG_BIO_MAX}
      {...form.getInputProps('bio')}
    />
  </>
)
