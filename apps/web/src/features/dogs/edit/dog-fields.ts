import { ALL_TEMPERAMENTS, TEMPERAMENTS, type Temperament } from '@barkyard/domain/dog'
import { type Dog, type DogChanges, dogChangesSchema, dogEditSchema } from '@barkyard/domain/schemas/dog'
import { z } from 'zod'

/** Selects the rules: the admin's dialog requires a temperament and offers all of them. */
export type Rules = 'owner' | 'admin'

/** A dog as its form has it. The schemas leave out what has no field. */
export const fieldsOf = (dog: Dog) => ({
  ...dog,
  ageYears: String(dog.ageYears),
  bio: dog.bio ?? '',
  neutered: (dog.neutered === null ? '' : dog.neutered ? 'yes' : 'no') as 'yes' | 'no' | '',
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
  const before: DogChanges = { ...dog, paused: dog.paused ?? false }
  // As JSON, because some are lists. An empty text is none.
  const stored = (value: DogChanges[keyof DogChanges]) => JSON.stringify(value === '' ? null : value)
  const sent = Object.entries(edit) as [keyof DogChanges, DogChanges[keyof DogChanges]][]
  return Object.fromEntries(sent.filter(([field, to]) => to !== undefined && stored(to) !== stored(before[field])))
}
