import { z } from 'zod'
import { ALL_TEMPERAMENTS, CAREFUL_WITH, DOG_AGE_MAX, DOG_BIO_MAX, DOG_NAME_MAX, SEXES, SIZES } from '../dog.ts'
import { ACTIVE_DAYS } from '../verification-days.ts'
import { photoSchema } from './photo.ts'
import { clientId, id, trimmedLines, trimmedText } from './text.ts'

export const sizeSchema = z.enum(SIZES).meta({ id: 'DogSize', description: 'The size of a dog.' })
export const sexSchema = z.enum(SEXES).meta({ id: 'DogSex', description: 'The sex of a dog.' })
export const temperamentSchema = z
  .enum(ALL_TEMPERAMENTS)
  .meta({ id: 'Temperament', description: 'A trait of a dog’s temperament.' })

const temperamentList = z
  .array(temperamentSchema)
  .max(ALL_TEMPERAMENTS.length)
  .refine(list => new Set(list).size === list.length, 'Each temperament only once')
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
const carefulSchema = z
  .enum(CAREFUL_WITH)
  .meta({ id: 'CarefulWith', description: 'What a dog may have trouble with when it meets others.' })
const careful = z
  .array(carefulSchema)
  .max(CAREFUL_WITH.length)
  .refine(list => new Set(list).size === list.length, 'Each only once')
  .meta({ uniqueItems: true, description: 'What to be careful with when meeting it, each once.' })

/** A new dog. The same `clientId` of a user creates one dog, however often it is sent. */
export const newDogSchema = z
  .object({
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
  .meta({ id: 'NewDog', description: 'A dog to create.' })
export type NewDog = z.infer<typeof newDogSchema>

/** An admin's edit. Only the fields that are sent change. */
export const dogEditSchema = z
  .object({
    name,
    breed,
    size,
    sex,
    ageYears,
    temperament: temperamentList
      .min(1, 'At least one temperament is required')
      .meta({ uniqueItems: true, description: 'Its temperament, at least one trait, each once.' }),
    bio,
  })
  .partial()
  .meta({ id: 'DogEdit', description: 'Changes of a dog by an admin. Absent fields do not change.' })

/** An owner's edit, by the rules of a new dog. Only the fields that are sent change. */
export const dogChangesSchema = newDogSchema
  .omit({ clientId: true })
  .extend({
    temperament: temperamentList,
    bio,
    neutered,
    careful,
    paused: z
      .boolean()
      .describe('Whether it is left out of everybody’s searches. Its page, matches and playdates go on.'),
  })
  .partial()
  .meta({ id: 'DogChanges', description: 'Changes of a dog by its owner. Absent fields do not change.' })
export type DogChanges = z.infer<typeof dogChangesSchema>

const verifiedSchema = z
  .object({
    photo: z
      .boolean()
      .describe(
        'Whether a moderator has checked that its main photo is of this dog. It ends when the main photo, the breed or the owner changes.',
      ),
    vaccinatedUntil: z.iso
      .date()
      .nullable()
      .describe('The last day of the vaccination record that a moderator has seen. null: none, or it has run out.'),
  })
  .meta({ id: 'Verified', description: 'What moderators have checked about a dog. It says nothing about its health.' })

export const dogSchema = z
  .object({
    id: id.describe('The id of the dog.'),
    name: z.string().describe('Its name.'),
    breed: z.string().describe('Its breed, in its owner’s words.'),
    ageYears: z.number().int().min(0).max(DOG_AGE_MAX).describe('Its age in whole years.'),
    size,
    sex,
    temperament: z.array(temperamentSchema).describe('Its temperament. May be empty.'),
    bio: z.string().nullable().describe('A text by its owner. null: none.'),
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
  .meta({ id: 'Dog', description: 'A dog with its photos.' })
export type Dog = z.infer<typeof dogSchema>

const compatibilitySchema = z
  .object({
    score: z.number().int().min(0).max(100).describe('From 0 (not compatible) to 100 (fully compatible).'),
    reasons: z.array(z.string()).describe('The reasons for the score, in words for people.'),
  })
  .meta({
    id: 'Compatibility',
    description: 'The compatibility of two dogs by size, age, temperament and distance.',
  })
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
    activeLately: z.boolean().describe(`Whether its owner was here within the last ${ACTIVE_DAYS} days.`),
    ofStaff: z
      .literal(true)
      .optional()
      .describe('For moderators who read one dog: only admins decide about it. Absent: you may, or you are none.'),
  })
  .meta({ id: 'SniffDog', description: 'A dog as the acting dog sees it.' })
export type SniffDog = z.infer<typeof sniffDogSchema>

export const activeDogSchema = z
  .object({
    activeDogId: id.nullable().describe('The id of your active dog. null: none.'),
    dog: dogSchema.nullable().describe('The active dog. null: none.'),
  })
  .meta({ id: 'ActiveDog', description: 'The active dog.' })
export type ActiveDog = z.infer<typeof activeDogSchema>
