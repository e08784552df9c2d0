import { z } from 'zod'
import { isCommonPassword } from '../common-passwords.ts'
import { hidesCharacters, readEmail } from '../email.ts'
import { AROUND_MAX } from '../place.ts'
import { ROLES } from '../rights.ts'
import { storable } from '../text.ts'
import {
  EMAIL_MISSING,
  FIRST_NAME_MISSING,
  PASSWORD_LONG,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_MISSING,
  PASSWORD_SHORT,
  PASSWORD_TYPED_MAX,
  preparePassword,
} from '../user.ts'
import { dogSchema } from './dog.ts'
import { flag, id, point, shape, text, textOrNull, timeOrNull, trimmedText, UNSTORABLE, word } from './fields.ts'

/** An address to which mail can go; returns it as it is kept. */
export const emailSchema = z
  .string()
  .max(254, { error: 'At most 254 characters', abort: true })
  .refine(storable, UNSTORABLE)
  .overwrite(typed => readEmail(typed)?.address ?? typed.trim())
  .min(3, EMAIL_MISSING)
  .refine(typed => readEmail(typed) !== null, {
    error: ({ input }) =>
      hidesCharacters(String(input))
        ? 'The address contains characters that cannot be seen. Please type it again'
        : EMAIL_MISSING,
  })
  .meta({ format: 'email' })

/** The address of an account in any spelling, also of one that was made when more was taken. */
const accountEmail = trimmedText(3, 254, { min: EMAIL_MISSING })
  .refine(typed => /^[^\s@]+@[^\s@]+$/.test(typed), EMAIL_MISSING)
  .meta({ format: 'email' })

/** It has no other bounds, so a wrong one is refused as wrong. */
export const currentPassword = z.string().min(1, PASSWORD_MISSING).describe('The current password.')

export const signInSchema = shape('SignIn', 'Signs in with an e-mail address and a password.', {
  email: accountEmail.describe('The address of the account. Not case-sensitive.'),
  password: currentPassword.describe('The password.'),
})

/** A password as a script chooses it. */
export const newPasswordSchema = z
  .string()
  .max(PASSWORD_TYPED_MAX, { error: PASSWORD_LONG, abort: true })
  .overwrite(preparePassword)
  .min(PASSWORD_MIN, PASSWORD_SHORT)
  .max(PASSWORD_MAX, PASSWORD_LONG)
  .refine(storable, UNSTORABLE)
  .describe('The new password.')

/** A password that somebody types into one of our pages, where the most common ones are refused. */
export const typedPasswordSchema = newPasswordSchema.refine(
  value => !isCommonPassword(value),
  'Too many people use this password. Please choose another one',
)

export const signUpSchema = shape('SignUp', 'Creates an account and signs in.', {
  email: emailSchema.describe('Your address. Not case-sensitive.'),
  password: newPasswordSchema,
  firstName: trimmedText(1, 80, { min: FIRST_NAME_MISSING }).describe('Your first name.'),
  lastName: trimmedText(0, 80).default('').describe('Your last name. May be empty.'),
  code: trimmedText(0, 64).describe('An invitation code, where signing up needs one.').optional(),
  invite: trimmedText(0, 64).describe('The code of the link by which you were invited.').optional(),
})

export const roleSchema = word(
  'Role',
  'Moderators decide reports, verifications and parks; admins may do everything.',
  ROLES,
)

export const userSchema = shape('User', 'The signed-in user, with data that only they can see.', {
  id: id.describe('The id of the user.'),
  /** null: it went to another account at the OpenID provider, and is unknown until the next sign-in there. */
  email: textOrNull('The address. null: unknown until the next sign-in at the OpenID provider.'),
  firstName: text('The first name.'),
  lastName: text('The last name. May be empty.'),
  city: textOrNull('The city as typed. null: none.'),
  lat: point.lat.nullable().describe('Latitude in degrees (WGS 84). null: unknown, or only the city is known.'),
  lng: point.lng.nullable().describe('Longitude in degrees (WGS 84). null: unknown, or only the city is known.'),
  isAdmin: flag('Whether this session or token has the rights of an admin.'),
  role: roleSchema.describe('What this session or token has rights to.'),
  isImpersonating: flag('Whether an admin acts as somebody else’s dog in this session.'),
  emailVerified: flag('Whether the address was confirmed, by a mailed link or by the OpenID provider.'),
  requirePasskey: flag('Whether a password alone does not sign in to the account.'),
  suspended: flag('Whether a moderator has suspended the account: other calls are refused until it ends.'),
  suspendedUntil: timeOrNull('When the suspension ends by itself. null while suspended: never.'),
  dog: dogSchema.nullable().describe('The acting dog: the impersonated one, else the active one. null: none.'),
})
export type User = z.infer<typeof userSchema>

const lat = z.number().min(-90, 'Latitude is -90 to 90').max(90, 'Latitude is -90 to 90').nullable()
const lng = z.number().min(-180, 'Longitude is -180 to 180').max(180, 'Longitude is -180 to 180').nullable()

/** Both coordinates or neither; `city` absent keeps the city. */
export const locationSchema = z
  .object({
    city: trimmedText(1, 120, { min: 'Please enter your city' })
      .describe('The city, preferably with its region: "Portland, Oregon". Absent: no change.')
      .optional(),
    lat: lat.describe('Latitude in degrees (WGS 84). null: use the city. Both coordinates or neither.'),
    lng: lng.describe('Longitude in degrees (WGS 84). null: use the city. Both coordinates or neither.'),
  })
  .refine(place => (place.lat === null) === (place.lng === null), {
    path: ['lng'],
    message: 'Send both lat and lng, or neither',
  })
  .meta({ id: 'Location', description: 'A location: coordinates, or only a city.' })
export type Location = z.infer<typeof locationSchema>

export const placeSuggestionSchema = shape('PlaceSuggestion', 'A city that the gazetteer knows.', {
  city: text('The name of the city.'),
  region: textOrNull('Its region. null: unknown.'),
  country: text('Its country, in English.'),
  label: text('City and region, as `city` of `PATCH /user/location`.'),
  lat: point.lat.describe('The latitude of its middle, in degrees (WGS 84).'),
  lng: point.lng.describe('The longitude of its middle, in degrees (WGS 84).'),
})

export const cityCheckSchema = shape('CityCheck', 'Whether the gazetteer knows a city.', {
  isKnown: flag('Whether the city alone is enough to find dogs nearby.'),
  similar: z.array(z.string()).describe('If it is not known: the labels of cities that may be meant.'),
})

/** The source of a place, without the place itself: coordinates, a city of the gazetteer, or none. */
export const placeKnownSchema = z.object({ from: z.enum(['location', 'city', 'none']) })

const count = z.number().int().min(0).max(AROUND_MAX)
/** How much there is around a place, each counted up to AROUND_MAX. */
export const aroundSchema = z.object({ parks: count, dogs: count, walks: count })
export type Around = z.infer<typeof aroundSchema>
