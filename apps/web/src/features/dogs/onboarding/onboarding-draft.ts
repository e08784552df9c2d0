import { ALL_TEMPERAMENTS, DOG_AGE_MAX, SEXES, SIZES } from '@barkyard/domain/dog'
import { type NewDog, newDogSchema } from '@barkyard/domain/schemas/dog'
import { isVisible } from '@barkyard/domain/text'
import { z } from 'zod'

const text = z.string().default('')
/** The input so far. Empty text and null = not entered yet. */
const draftSchema = z.object({
  name: text,
  breed: text,
  size: z.enum(SIZES).nullable().default(null),
  sex: z.enum(SEXES).nullable().default(null),
  age: text,
  temperament: z.array(z.enum(ALL_TEMPERAMENTS)).default([]),
  bio: text,
  city: text,
})
export type Draft = z.infer<typeof draftSchema>

type Field = keyof Draft

export const STEPS = 5
export const PHOTO_STEP = 5
export const CITY_STEP = 4
const AGE_STEP = 2

export const emptyDraft = (city: string): Draft => draftSchema.parse({ city })

export interface Problem {
  title: string
  message: string
  step: number
  /** In the order of the page, each with its message. */
  fields: Partial<Record<Field, string>>
}

const REQUIRED: Record<number, { message: string; fields: readonly [Field, string][] }> = {
  1: {
    message: "Please fill in your dog's name and breed",
    fields: [
      ['name', "What's your dog's name?"],
      ['breed', 'Which breed?'],
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

const isMissing = (value: Draft[Field]) => value === null || (typeof value === 'string' && !isVisible(value))
/** A pasted tab or control character becomes a space: a dog's texts have none. */
const spaced = (text: string) => text.replaceAll(/(?!\n)[\p{Cc}\u2028\u2029]/gu, ' ')

function ageOf(text: string): number | null {
  const years = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return years <= DOG_AGE_MAX ? years : null
}

export const ageComplaint = (text: string) =>
  isMissing(text) || ageOf(text) !== null ? null : `Whole years, 0 to ${DOG_AGE_MAX}. Under a year is 0.`

export function problemOfStep(step: number, draft: Draft): Problem | null {
  const required = REQUIRED[step]
  const missing = required?.fields.filter(([field]) => isMissing(draft[field])) ?? []
  if (required && missing.length > 0)
    return { title: 'Missing information', message: required.message, step, fields: Object.fromEntries(missing) }
  const age = step === AGE_STEP ? ageComplaint(draft.age) : null
  return age === null ? null : { title: 'Invalid age', message: 'Please enter a valid age', step, fields: { age } }
}

const firstProblem = (draft: Draft) =>
  [1, AGE_STEP, CITY_STEP].map(step => problemOfStep(step, draft)).find(problem => problem !== null)

/** The furthest step that a draft allows: the first that lacks something, else the last. */
export const lastStepOf = (draft: Draft) => firstProblem(draft)?.step ?? STEPS

/** The dog that a draft describes, or the first thing that is wrong with it. */
export function dogOfDraft(draft: Draft): NewDog | Problem {
  const problem = firstProblem(draft)
  if (problem) return problem
  const { age, city: _, ...fields } = draft
  const [name, breed, bio] = [draft.name, draft.breed, draft.bio].map(spaced)
  return newDogSchema.parse({ ...fields, name, breed, ageYears: ageOf(age), bio: bio?.trim() || null })
}

export const isUntouched = (draft: Draft, city: string) => JSON.stringify(draft) === JSON.stringify(emptyDraft(city))

/** The part of the wizard that survives a reload. Photos are too large, so only the number of those not yet sent is kept. */
const keptSchema = z.object({
  /** From the first try to create the dog on: a tab that is duplicated before makes another dog. */
  clientId: z.string().optional(),
  draft: draftSchema,
  at: z.object({ lat: z.number(), lng: z.number() }).nullable().default(null),
  photos: z.number(),
  sent: z.number().default(0),
})
type KeptDraft = z.infer<typeof keptSchema>

/** A draft belongs to one account, because another user may sign in within the same tab. */
const keyOf = (userId: string) => `new-dog ${userId}`

/** The draft of an earlier load of the page in this tab, or null. */
export function readDraft(userId: string): KeptDraft | null {
  try {
    return keptSchema.parse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'))
  } catch {
    return null
  }
}

/** @param kept null: there is nothing to keep any more */
export function keepDraft(userId: string, kept: KeptDraft | null): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(kept))
  } catch {
    // Storage is full or forbidden. The page works without it.
  }
}
