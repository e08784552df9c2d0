import { z } from 'zod'
import { isCommonPassword } from '../common-passwords.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../user.ts'
import { dogSchema } from './dog.ts'
import { id, trimmedText } from './text.ts'

/** Whether a letter of other alphabets becomes one of a to z in small letters (the Kelvin sign does): another address than it looks. */
const turnsIntoAnother = (email: string) =>
  [...email].some(letter => letter > '\x7f' && /[a-z]/.test(letter.toLowerCase()))

/** Addresses are compared in small letters, so one whose letters change their alphabet there is refused. */
export const emailSchema = trimmedText(3, 254).refine(
  value => /^[^\s@]+@[^\s@]+$/.test(value) && !turnsIntoAnother(value),
  'Please enter an e-mail address',
)

export const signInSchema = z
  .object({ email: emailSchema, password: z.string().min(1, 'Please enter your password').max(PASSWORD_MAX) })
  .meta({ id: 'SignIn' })

/** A password as somebody chooses it. */
export const newPasswordSchema = z
  .string()
  .min(PASSWORD_MIN, `The password needs at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `The password can have at most ${PASSWORD_MAX} characters`)
  .refine(value => value.isWellFormed(), 'Contains characters that cannot be stored')
  .refine(value => !isCommonPassword(value), 'Too many people use this password. Please choose another one')

export const signUpSchema = z
  .object({
    email: emailSchema,
    password: newPasswordSchema,
    firstName: trimmedText(1, 80, { min: 'Please enter your first name' }),
    lastName: trimmedText(0, 80).default(''),
  })
  .meta({ id: 'SignUp' })
export type SignUp = z.infer<typeof signUpSchema>

export const userSchema = z
  .object({
    id,
    /** null: it went to another account at the OpenID provider, and is unknown until the next sign-in there. */
    email: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    city: z.string().nullable(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    isAdmin: z.boolean(),
    isImpersonating: z.boolean(),
    emailVerified: z.boolean(),
    dog: dogSchema.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof userSchema>

const lat = z.number().min(-90, 'Latitude is -90 to 90').max(90, 'Latitude is -90 to 90').nullable()
const lng = z.number().min(-180, 'Longitude is -180 to 180').max(180, 'Longitude is -180 to 180').nullable()

/** Both coordinates or neither; `city` absent keeps the city. */
export const locationSchema = z
  .object({ city: trimmedText(1, 120, { min: 'Please enter your city' }).optional(), lat, lng })
  .refine(place => (place.lat === null) === (place.lng === null), {
    path: ['lng'],
    message: 'Send both lat and lng, or neither',
  })
  .meta({ id: 'Location' })
export type Location = z.infer<typeof locationSchema>

export const placeSuggestionSchema = z
  .object({ city: z.string(), region: z.string().nullable(), country: z.string(), label: z.string() })
  .meta({ id: 'PlaceSuggestion' })
export type PlaceSuggestion = z.infer<typeof placeSuggestionSchema>

/** Whether a typed city has a place; where not, the labels of cities that may be meant. */
export const cityCheckSchema = z.object({ isKnown: z.boolean(), similar: z.array(z.string()) })

/** What a place rests on, and nothing of where it is: coordinates, a city that the gazetteer knows, or none. */
export const placeKnownSchema = z.object({ from: z.enum(['location', 'city', 'none']) })
