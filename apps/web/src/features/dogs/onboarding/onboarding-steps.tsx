import type { Sex, Size } from '@barkyard/domain/dog'
import { DOG_BIO_MAX, DOG_NAME_MAX, TEMPERAMENTS } from '@barkyard/domain/dog'
import { Autocomplete, type OptionsFilter, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconDog, IconMars, IconVenus } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { Illustration } from '../../../components/empty-state.tsx'
import { BELOW_BUTTONS } from '../../../components/mantine.tsx'
import { capital } from '../../../lib/words.ts'
import { ChoiceCards } from '../choice-cards.tsx'
import breeds from './breeds.json'
import classes from './onboarding.module.css'
import { ageComplaint, type Draft, STEPS } from './onboarding-draft.ts'

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

/** Breeds that contain the typed text. None once it is a breed itself: a list would only be in the way. */
const otherBreeds: OptionsFilter = ({ options, search, limit }) => {
  const typed = search.trim().toLowerCase()
  const labels = options.map(option => ('label' in option ? option.label.toLowerCase() : ''))
  if (labels.includes(typed)) return []
  return options.filter((_, index) => labels[index]?.includes(typed)).slice(0, limit)
}

const Noted = ({ label, note = 'optional' }: { label: string; note?: string }) => (
  <>
    {label}{' '}
    <span className="quiet" style={{ fontWeight: 400 }}>
      {note}
    </span>
  </>
)

export const WelcomeStep = ({ form }: StepProps) => (
  <>
    <TextInput
      name="name"
      label="Dog's name"
      placeholder="Rex"
      autoComplete="off"
      autoCapitalize="words"
      enterKeyHint="next"
      maxLength={DOG_NAME_MAX}
      {...form.getInputProps('name')}
    />
    <Autocomplete
      size="md"
      name="breed"
      label="Breed"
      description="A mix? “Mixed breed” is fine too."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Golden Retriever"
      autoComplete="off"
      enterKeyHint="next"
      maxLength={DOG_NAME_MAX}
      {...form.getInputProps('breed')}
      data={breeds}
      filter={otherBreeds}
      limit={4}
      openOnFocus={false}
      comboboxProps={BELOW_BUTTONS}
    />
    {/* The list opens over the picture. */}
    <div style={{ justifySelf: 'center' }}>
      <Illustration mood="running" />
    </div>
  </>
)

export const BodyStep = ({ form, onSexTapped }: StepProps & { onSexTapped: () => void }) => (
  <>
    <ChoiceCards
      legend={<Noted label="Size" note="under 10 kg (22 lb), up to 25 kg (55 lb), or more" />}
      name="size"
      type="radio"
      choices={SIZE_CHOICES}
      chosen={[form.values.size]}
      onChange={([size = null]) => form.setFieldValue('size', size)}
      error={form.errors.size}
    />
    <ChoiceCards
      legend="Sex"
      name="sex"
      type="radio"
      choices={SEX_CHOICES}
      chosen={[form.values.sex]}
      onChange={([sex = null]) => form.setFieldValue('sex', sex)}
      onTapped={onSexTapped}
      error={form.errors.sex}
    />
    <TextInput
      maw={260}
      name="age"
      label="Age in years"
      placeholder="For example, 3"
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
    <ChoiceCards
      legend={<Noted label="Temperament" />}
      name="temperament"
      choices={TEMPERAMENT_CHOICES}
      chosen={form.values.temperament}
      onChange={chosen => form.setFieldValue('temperament', chosen)}
    />
    <Textarea
      name="bio"
      label={<Noted label="Bio" />}
      description={`${form.values.bio.length} of ${DOG_BIO_MAX} characters`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="What makes your dog's tail wag?"
      minRows={5}
      maxLength={DOG_BIO_MAX}
      {...form.getInputProps('bio')}
    />
  </>
)

export const StepProgress = ({ step }: { step: number }) => (
  <div className="stack-8">
    <p className="quiet text-small bold tabular">
      Step {step} of {STEPS}
    </p>
    <div
      className={classes.track}
      style={{ '--done': step / STEPS } as CSSProperties}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={1}
      aria-valuemax={STEPS}
      aria-valuenow={step}
      aria-valuetext={`Step ${step} of ${STEPS}`}
    />
  </div>
)
