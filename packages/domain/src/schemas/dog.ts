import { z } from 'zod'
import { ALL_TEMPERAMENTS, CAREFUL_WITH, DOG_AGE_MAX, DOG_BIO_MAX, DOG_NAME_MAX, SEXES, SIZES } from '../dog.ts'
import { ACTIVE_DAYS } from '../verification-days.ts'
import { clientId, flag, id, isUnique, shape, text, textOrNull, trimmedLines, trimmedText, word } from './fields.ts'
import { photoSchema } from './photo.ts'

export const sizeSchema = word('DogSize', 'The size of a dog.', SIZES)
export const sexSchema = word('DogSex', 'The sex of a dog.', SEXES)
export const temperamentSchema = word('Temperament', 'A trait of a dog’s temperament.', ALL_TEMPERAMENTS)

const temperamentList = z
  .array(temperamentSchema)
  .max(ALL_TEMPERAMENTS.length)
  .refine(isUnique, 'Each temperament only once')
  .meta({ uniqueItems: true, description: 'Its temperament, each trait once.' })

const name = trimmedText(1, DOG_NAME_MAX, { min: 'Name is required' }).describe('Its name.')
const breed = trimmedText(1, DOG_NAME_MAX, { min: 'Breed is required' }).describe('Its breed, in any words.')
const AGES = `Age is 0 to ${DOG_AGE_MAX}`
const ageYears = z
  .number()
  .int('Age is a whole number')
  .min(0, AGES)
  .max(DOG_AGE_MAX, AGES)
  .describe('Its age in whole years.')
const bio = trimmedLines(0, DOG_BIO_MAX).nullable().describe('A text by its owner. null: none.')
const size = sizeSchema.describe('Its size.')
const sex = sexSchema.describe('Its sex.')

const neutered = z.boolean().nullable().describe('Whether it is neutered. null: its owner did not say.')
const carefulSchema = word('CarefulWith', 'What a dog may have trouble with when it meets others.', CAREFUL_WITH)
const careful = z
  .array(carefulSchema)
  .max(CAREFUL_WITH.length)
  .refine(isUnique, 'Each only once')
  .meta({ uniqueItems: true, description: 'What to be careful with when meeting it, each once.' })

export const newDogSchema = shape('NewDog', 'A dog to create.', {
  name,
  breed,
  size,
  sex,
  ageYears,
  temperament: temperamentList.default([]),
  bio: bio.optional(),
  neutered: neutered.optional(),
  careful: careful.optional(),
  clientId: clientId
    .describe('An id of your choice, which makes retries safe: requests with the same one create one dog.')
    .optional(),
})
export type NewDog = z.infer<typeof newDogSchema>

/** An owner's edit, by the rules of a new dog. Only the fields that are sent change. */
export const dogChangesSchema = newDogSchema
  .omit({ clientId: true })
  .extend({
    temperament: temperamentList,
    bio,
    neutered,
    careful,
    paused: flag('Whether it is left out of everybody’s searches. Its page, matches and playdates go on.'),
  })
  .partial()
  .meta({ id: 'DogChanges', description: 'Changes of a dog by its owner. Absent fields do not change.' })
export type DogChanges = z.infer<typeof dogChangesSchema>

/** What owners tell about their dogs is theirs alone to change. */
export const OWNERS_ALONE = { neutered: true, careful: true, paused: true } as const

export const dogEditSchema = dogChangesSchema
  .omit(OWNERS_ALONE)
  .extend({
    temperament: temperamentList
      .min(1, 'At least one temperament is required')
      .meta({ uniqueItems: true, description: 'Its temperament, at least one trait, each once.' })
      .optional(),
  })
  .meta({ id: 'DogEdit', description: 'Changes of a dog by an admin. Absent fields do not change.' })

const verifiedSchema = shape(
  'Verified',
  'What moderators have checked about a dog. It says nothing about its health.',
  {
    photo: flag(
      'Whether a moderator has checked that its main photo is of this dog. It ends when the main photo, the breed or the owner changes.',
    ),
    vaccinatedUntil: z.iso
      .date()
      .nullable()
      .describe('The last day of the vaccination record that a moderator has seen. null: none, or it has run out.'),
  },
)

export const dogSchema = shape('Dog', 'A dog with its photos.', {
  id: id.describe('The id of the dog.'),
  name: text('Its name.'),
  breed: text('Its breed, in its owner’s words.'),
  ageYears: z.number().int().min(0).max(DOG_AGE_MAX).describe('Its age in whole years.'),
  size,
  sex,
  temperament: z.array(temperamentSchema).describe('Its temperament. May be empty.'),
  bio: textOrNull('A text by its owner. null: none.'),
  photos: z.array(photoSchema).describe('Its photos in its owner’s order. The first one is the main photo.'),
  verified: verifiedSchema.describe('What moderators have checked.'),
  neutered,
  careful: z.array(carefulSchema).describe('What to be careful with when meeting it. May be empty.'),
  paused: z
    .literal(true)
    .optional()
    .describe('Whether you have paused it: nobody finds it in searches. Absent: not paused, or not your dog.'),
  hidden: z
    .literal(true)
    .optional()
    .describe(
      'Whether a moderator has hidden it from all but its owner and admins. Absent: not hidden, or not your dog.',
    ),
})
export type Dog = z.infer<typeof dogSchema>

/** What owners may tell about a dog for others to know before they meet it. */
export type GoodToKnow = Pick<Dog, 'neutered' | 'careful'>
export const UNTOLD: GoodToKnow = { neutered: null, careful: [] }

/** A dog in a list of others. */
export const dogCardSchema = dogSchema.pick({ id: true, name: true, breed: true, photos: true })

const compatibilitySchema = shape(
  'Compatibility',
  'The compatibility of two dogs by size, age, temperament and distance.',
  {
    score: z.number().int().min(0).max(100).describe('From 0 (not compatible) to 100 (fully compatible).'),
    reasons: z.array(z.string()).describe('The reasons for the score, in words for people.'),
  },
)
export type Compatibility = z.infer<typeof compatibilitySchema>

/** A dog as another dog sees it. `distance` is in whole kilometres. Both extra fields are null without a place or an acting dog, and for the caller's own dogs. */
export const sniffDogSchema = dogSchema
  .extend({
    distance: z
      .number()
      .int()
      .min(1)
      .nullable()
      .describe(
        'The distance from your location in whole km, at least 1. null: one of you has no location, or the dog is yours.',
      ),
    compatibility: compatibilitySchema
      .nullable()
      .describe('The compatibility with the acting dog. null: you have no acting dog, or the dog is yours.'),
    activeLately: flag(`Whether its owner was here within the last ${ACTIVE_DAYS} days.`),
    ofStaff: z
      .literal(true)
      .optional()
      .describe('For moderators who read one dog: only admins decide about it. Absent: you may, or you are none.'),
  })
  .meta({ id: 'SniffDog', description: 'A dog as the acting dog sees it.' })
export type SniffDog = z.infer<typeof sniffDogSchema>

export const activeDogSchema = shape('ActiveDog', 'The active dog.', {
  activeDogId: id.nullable().describe('The id of your active dog. null: none.'),
  dog: dogSchema.nullable().describe('The active dog. null: none.'),
})
export type ActiveDog = z.infer<typeof activeDogSchema>
