import {
  ALL_TEMPERAMENTS,
  type CarefulWith,
  type Sex,
  type Size,
  TEMPERAMENTS,
  type Temperament,
} from '@barkyard/domain/dog'
import { type Dog, type DogChanges, dogChangesSchema, dogEditSchema } from '@barkyard/domain/schemas/dog'
import { z } from 'zod'

/** The form's fields as typed. */
export interface DogFields {
  name: string
  breed: string
  size: Size
  sex: Sex
  ageYears: string
  temperament: Temperament[]
  bio: string
  neutered: 'yes' | 'no' | ''
  careful: CarefulWith[]
  paused: boolean
}

/** Selects the rules: the admin's dialog requires a temperament and offers all of them. */
export type Rules = 'owner' | 'admin'

export const fieldsOf = (dog: Dog): DogFields => ({
  name: dog.name,
  breed: dog.breed,
  size: dog.size,
  sex: dog.sex,
  ageYears: String(dog.ageYears),
  temperament: dog.temperament,
  bio: dog.bio ?? '',
  neutered: dog.neutered === null ? '' : dog.neutered ? 'yes' : 'no',
  careful: dog.careful,
  paused: dog.paused ?? false,
})

/** Owners are offered the usual temperaments and those that the dog already has. */
export const offeredTemperaments = (rules: Rules, dog: Dog): readonly Temperament[] =>
  rules === 'admin'
    ? ALL_TEMPERAMENTS
    : ALL_TEMPERAMENTS.filter(one => TEMPERAMENTS.some(usual => usual === one) || dog.temperament.includes(one))

/** Replaces text that is not a number. The schema refuses it as "not a whole number". */
const NOT_WHOLE = 0.5
const NUMBER = /^-?\d+([.,]\d+)?$/
const typedNumber = z.string().transform(typed => {
  const trimmed = typed.trim()
  return NUMBER.test(trimmed) ? Number(trimmed.replace(',', '.')) : NOT_WHOLE
})

const typedYesNo = z.enum(['yes', 'no', '']).transform(chosen => (chosen === '' ? null : chosen === 'yes'))

const owner = dogChangesSchema.required()
const admin = dogEditSchema.required()
/** The shared schemas, with the age as typed. */
export const formSchemas = {
  owner: owner.extend({ ageYears: typedNumber.pipe(owner.shape.ageYears), neutered: typedYesNo }),
  admin: admin.extend({ ageYears: typedNumber.pipe(admin.shape.ageYears) }),
}

/** Only the fields that differ from the dog, so that changes by others meanwhile are kept. */
export function changesOf(dog: Dog, edit: DogChanges): DogChanges {
  const changes: DogChanges = {}
  if (edit.name !== dog.name) changes.name = edit.name
  if (edit.breed !== dog.breed) changes.breed = edit.breed
  if (edit.size !== dog.size) changes.size = edit.size
  if (edit.sex !== dog.sex) changes.sex = edit.sex
  if (edit.ageYears !== dog.ageYears) changes.ageYears = edit.ageYears
  if (edit.temperament?.join() !== dog.temperament.join()) changes.temperament = edit.temperament
  if ((edit.bio || null) !== dog.bio) changes.bio = edit.bio
  // The admin's dialog does not ask for these.
  if (edit.neutered !== undefined && edit.neutered !== dog.neutered) changes.neutered = edit.neutered
  if (edit.careful !== undefined && edit.careful.join() !== dog.careful.join()) changes.careful = edit.careful
  if (edit.paused !== undefined && edit.paused !== (dog.paused ?? false)) changes.paused = edit.paused
  return changes
}
