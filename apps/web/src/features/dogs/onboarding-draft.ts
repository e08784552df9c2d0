import type { Sex, Size, Temperament } from '@barkyard/domain/dog'
import { DOG_AGE_MAX } from '@barkyard/domain/dog'
import { type NewDog, newDogSchema } from '@barkyard/domain/schemas/dog'

/** What has been typed and chosen so far; empty text and null = not yet. */
export interface Draft {
  name: string
  breed: string
  size: Size | null
  sex: Sex | null
  age: string
  temperament: readonly Temperament[]
  bio: string
  city: string
}

type Field = keyof Draft

export const STEPS = 5
export const PHOTO_STEP = 5
const AGE_STEP = 2

export const emptyDraft = (city: string): Draft => ({
  name: '',
  breed: '',
  size: null,
  sex: null,
  age: '',
  temperament: [],
  bio: '',
  city,
})

export interface Problem {
  title: string
  message: string
  /** The step that has these fields. */
  step: number
  /** In the order of the page; what to say beside each. */
  fields: Partial<Record<Field, string>>
}

const REQUIRED: Record<number, { message: string; fields: readonly [Field, string][] }> = {
  1: {
    message: "Please fill in your dog's name and breed",
    fields: [
      ['name', 'What is your dog called?'],
      ['breed', 'A mix is fine too'],
    ],
  },
  2: {
    message: 'Please fill in size, sex, and age',
    fields: [
      ['size', 'Choose a size'],
      ['sex', 'Choose one'],
      ['age', 'How old, in years?'],
    ],
  },
  4: { message: 'Please enter your city', fields: [['city', 'The name of a city or town']] },
}

const isMissing = (value: Draft[Field]) => value === null || (typeof value === 'string' && value.trim() === '')

/** What keeps a step from being left by Next, or null. */
export function problemOfStep(step: number, draft: Draft): Problem | null {
  const required = REQUIRED[step]
  const missing = required?.fields.filter(([field]) => isMissing(draft[field])) ?? []
  if (!required || missing.length === 0) return null
  return { title: 'Missing information', message: required.message, step, fields: Object.fromEntries(missing) }
}

/** The dog that a draft describes, or the first thing that is wrong with it. The age is read only now (spec §5). */
export function dogOfDraft(draft: Draft): NewDog | Problem {
  for (let step = 1; step <= STEPS; step++) {
    const problem = problemOfStep(step, draft)
    if (problem) return problem
  }
  const { age, city: _, ...fields } = draft
  const ageYears = /^\d+$/.test(age.trim()) ? Number(age) : Number.NaN
  const dog = newDogSchema.safeParse({ ...fields, ageYears, bio: draft.bio.trim() || null })
  if (dog.success) return dog.data
  // The fields take no more than the shape allows, so it is the age.
  const error = { age: `A whole number from 0 to ${DOG_AGE_MAX}` }
  return { title: 'Invalid age', message: 'Please enter a valid age', step: AGE_STEP, fields: error }
}

/** Whether something would be lost by leaving. */
export const isUntouched = (draft: Draft, city: string) => JSON.stringify(draft) === JSON.stringify(emptyDraft(city))
