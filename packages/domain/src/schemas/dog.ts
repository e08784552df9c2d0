import { z } from 'zod'
import { ALL_TEMPERAMENTS, DOG_AGE_MAX, DOG_BIO_MAX, DOG_NAME_MAX, SEXES, SIZES } from '../dog.ts'
import { photoSchema } from './photo.ts'
import { clientId, id, trimmedText } from './text.ts'

export const sizeSchema = z.enum(SIZES)
export const sexSchema = z.enum(SEXES)
export const temperamentSchema = z.enum(ALL_TEMPERAMENTS)

const temperamentList = z
  .array(temperamentSchema)
  .max(ALL_TEMPERAMENTS.length)
  .refine(list => new Set(list).size === list.length, 'Each temperament only once')

const name = trimmedText(1, DOG_NAME_MAX, { min: 'Name is required' })
const breed = trimmedText(1, DOG_NAME_MAX, { min: 'Breed is required' })
const ageYears = z.number().int('Age is a whole number').min(0, 'Age is 0 to 25').max(DOG_AGE_MAX, 'Age is 0 to 25')
const bio = trimmedText(0, DOG_BIO_MAX).nullable()

/** What creates a dog. The same `clientId` from the same user creates one dog, however often it is sent. */
export const newDogSchema = z
  .object({
    name,
    breed,
    size: sizeSchema,
    sex: sexSchema,
    ageYears,
    temperament: temperamentList.default([]),
    bio: bio.optional(),
    clientId: clientId.optional(),
  })
  .meta({ id: 'NewDog' })
export type NewDog = z.infer<typeof newDogSchema>

/** What an admin's edit may change: only the fields sent. */
export const dogEditSchema = z
  .object({
    name,
    breed,
    size: sizeSchema,
    sex: sexSchema,
    ageYears,
    temperament: temperamentList.refine(list => list.length > 0, 'At least one temperament is required'),
    bio,
  })
  .partial()
  .meta({ id: 'DogEdit' })
export type DogEdit = z.infer<typeof dogEditSchema>

/** What an owner's edit may change, by the rules of creating: only the fields sent. */
export const dogChangesSchema = newDogSchema
  .omit({ clientId: true })
  .extend({ temperament: temperamentList, bio })
  .partial()
  .meta({ id: 'DogChanges' })
export type DogChanges = z.infer<typeof dogChangesSchema>

export const dogSchema = z
  .object({
    id,
    name: z.string(),
    breed: z.string(),
    ageYears: z.number().int(),
    size: sizeSchema,
    sex: sexSchema,
    temperament: z.array(temperamentSchema),
    bio: z.string().nullable(),
    photos: z.array(photoSchema),
  })
  .meta({ id: 'Dog' })
export type Dog = z.infer<typeof dogSchema>

export const compatibilitySchema = z
  .object({ score: z.number().int().min(0).max(100), reasons: z.array(z.string()) })
  .meta({ id: 'Compatibility' })
export type Compatibility = z.infer<typeof compatibilitySchema>

/** A dog as another dog sees it. `distance` is in whole kilometres; both extras are null where there is no place, no acting dog, or the dog is one's own. */
export const sniffDogSchema = dogSchema
  .extend({ distance: z.number().int().nullable(), compatibility: compatibilitySchema.nullable() })
  .meta({ id: 'SniffDog' })
export type SniffDog = z.infer<typeof sniffDogSchema>

export const activeDogSchema = z
  .object({ activeDogId: id.nullable(), dog: dogSchema.nullable() })
  .meta({ id: 'ActiveDog' })
export type ActiveDog = z.infer<typeof activeDogSchema>
