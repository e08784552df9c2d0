import type { Sex, Size, Temperament } from '@barkyard/domain/dog'
import { type Dog, type DogEdit, dogEditSchema } from '@barkyard/domain/schemas/dog'
import type { z } from 'zod'

/** The form's fields as they are typed. */
export interface DogFields {
  name: string
  breed: string
  size: Size
  sex: Sex
  ageYears: string
  temperament: Temperament[]
  bio: string
}

export const fieldsOf = (dog: Dog): DogFields => ({
  name: dog.name,
  breed: dog.breed,
  size: dog.size,
  sex: dog.sex,
  ageYears: String(dog.ageYears),
  temperament: dog.temperament,
  bio: dog.bio ?? '',
})

/** What is wrong with which field. */
export type Problems = Partial<Record<keyof DogFields, string>>

const complete = dogEditSchema.required()
/** All fields of an edit. */
export type CompleteEdit = z.infer<typeof complete>
/** What stands for something that is no number. */
const NOT_WHOLE = 0.5
const NUMBER = /^-?\d+([.,]\d+)?$/

/** The edit that the fields stand for, or what is wrong with them. */
export function readFields(fields: DogFields): { edit: CompleteEdit } | { problems: Problems } {
  const typed = fields.ageYears.trim()
  const parsed = complete.safeParse({
    ...fields,
    ageYears: NUMBER.test(typed) ? Number(typed.replace(',', '.')) : NOT_WHOLE,
  })
  if (parsed.success) return { edit: parsed.data }
  return { problems: problemsOf(parsed.error.issues) }
}

/** The first problem of each field. */
function problemsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Problems {
  const problems: Problems = {}
  for (const { path, message } of issues) {
    const field = FIELDS.find(name => name === path[0])
    if (field) problems[field] ??= message
  }
  return problems
}

const FIELDS = ['name', 'breed', 'size', 'sex', 'ageYears', 'temperament', 'bio'] as const satisfies (keyof DogFields)[]

/** Only what differs from the dog: what somebody else changes meanwhile stays. */
export function changesOf(dog: Dog, edit: CompleteEdit): DogEdit {
  const changes: DogEdit = {}
  if (edit.name !== dog.name) changes.name = edit.name
  if (edit.breed !== dog.breed) changes.breed = edit.breed
  if (edit.size !== dog.size) changes.size = edit.size
  if (edit.sex !== dog.sex) changes.sex = edit.sex
  if (edit.ageYears !== dog.ageYears) changes.ageYears = edit.ageYears
  if (edit.temperament.join() !== dog.temperament.join()) changes.temperament = edit.temperament
  if ((edit.bio || null) !== dog.bio) changes.bio = edit.bio
  return changes
}
