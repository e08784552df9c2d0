import { z } from 'zod'
import { ALL_TEMPERAMENTS, DOG_AGE_MAX, DOG_BIO_MAX, DOG_NAME_MAX, SEXES, SIZES } from '../dog.ts'
import { photoSchema } from './photo.ts'
import { clientId, id, trimmedText } from './text.ts'

export const sizeSchema = z.enum(SIZES).meta({ id: 'DogSize', description: 'The size of a dog.' })
export const sexSchema = z.enum(SEXES).meta({ id: 'DogSex', description: 'The sex of a dog.' })
export const temperamentSchema = z
  .enum(ALL_TEMPERAMENTS)
  .meta({ id: 'Temperament', description: 'A word for how a dog is.' })

const temperamentList = z
  .array(temperamentSchema)
  .max(ALL_TEMPERAMENTS.length)
  .refine(list => new Set(list).size === list.length, 'Each temperament only once')
  .meta({ uniqueItems: true, description: 'How it is, each word once.' })

const name = trimmedText(1, DOG_NAME_MAX, { min: 'Name is required' }).describe('What it is called.')
const breed = trimmedText(1, DOG_NAME_MAX, { min: 'Breed is required' }).describe('Its breed, in any words.')
const AGES = `Age is 0 to ${DOG_AGE_MAX}`
const ageYears = z
  .number()
  .int('Age is a whole number')
  .min(0, AGES)
  .max(DOG_AGE_MAX, AGES)
  .describe('Its age in whole years.')
const bio = trimmedText(0, DOG_BIO_MAX).nullable().describe('What its owner says about it. null: nothing.')
const size = sizeSchema.describe('Its size.')
const sex = sexSchema.describe('Its sex.')

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
    clientId: clientId
      .describe('Your own name for the dog. Sent again with the same one, the dog is made once: retrying is safe.')
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
      .meta({ uniqueItems: true, description: 'How it is, each word once, at least one.' }),
    bio,
  })
  .partial()
  .meta({ id: 'DogEdit', description: 'What an admin changes of a dog. What is absent stays as it is.' })
export type DogEdit = z.infer<typeof dogEditSchema>

/** An owner's edit, by the rules of a new dog. Only the fields that are sent change. */
export const dogChangesSchema = newDogSchema
  .omit({ clientId: true })
  .extend({ temperament: temperamentList, bio })
  .partial()
  .meta({ id: 'DogChanges', description: 'What an owner changes of a dog. What is absent stays as it is.' })
export type DogChanges = z.infer<typeof dogChangesSchema>

export const dogSchema = z
  .object({
    id: id.describe('The id of the dog.'),
    name: z.string().describe('What it is called.'),
    breed: z.string().describe('Its breed, in its owner’s words.'),
    ageYears: z.number().int().min(0).max(DOG_AGE_MAX).describe('Its age in whole years.'),
    size,
    sex,
    temperament: z.array(temperamentSchema).describe('How it is. May be empty.'),
    bio: z.string().nullable().describe('What its owner says about it. null: nothing.'),
    photos: z.array(photoSchema).describe('Its photos in its owner’s order. The first one is its face.'),
    hidden: z
      .literal(true)
      .optional()
      .describe('Hidden by a moderator: only its owner and admins see it. Absent: it is not, or it is not yours.'),
  })
  .meta({ id: 'Dog', description: 'A dog with its photos.' })
export type Dog = z.infer<typeof dogSchema>

export const compatibilitySchema = z
  .object({
    score: z.number().int().min(0).max(100).describe('From 0, not at all, to 100, as well as can be.'),
    reasons: z.array(z.string()).describe('What speaks for it, in words for people.'),
  })
  .meta({
    id: 'Compatibility',
    description: 'How well two dogs suit each other by size, age, temperament and distance.',
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
      .describe('From your own place in whole km, at least 1. null: one of you has no place, or the dog is yours.'),
    compatibility: compatibilitySchema
      .nullable()
      .describe('How well it suits the acting dog. null: you have no acting dog, or the dog is yours.'),
  })
  .meta({ id: 'SniffDog', description: 'A dog as the acting dog sees it.' })
export type SniffDog = z.infer<typeof sniffDogSchema>

export const activeDogSchema = z
  .object({
    activeDogId: id.nullable().describe('The id of the dog you act as. null: none is chosen.'),
    dog: dogSchema.nullable().describe('That dog. null: none is chosen.'),
  })
  .meta({ id: 'ActiveDog', description: 'The dog that you act as.' })
export type ActiveDog = z.infer<typeof activeDogSchema>
