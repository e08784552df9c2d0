import { z } from 'zod'
import { CLIENT_ID_MAX } from '../message.ts'
import { isVisible, storable } from '../text.ts'

const tooShort = (min: number) => (min === 1 ? 'Required' : `At least ${min} characters`)

/** Text between `min` and `max` characters after trimming, some of it visible; answers the trimmed text. */
export const trimmedText = (min: number, max: number, messages: { min?: string; max?: string } = {}) =>
  z
    .string()
    .refine(storable, 'Contains characters that cannot be stored')
    .trim()
    .min(min, messages.min ?? tooShort(min))
    .refine(value => value.length < min || min === 0 || isVisible(value), messages.min ?? tooShort(min))
    .max(max, messages.max ?? `At most ${max} characters`)

/** Text kept exactly as sent, some of it visible, whose trimmed length is between `min` and `max`. */
export const verbatimText = (min: number, max: number) =>
  z
    .string()
    .refine(storable, 'Contains characters that cannot be stored')
    .refine(value => value.trim().length >= min && (min === 0 || isVisible(value)), tooShort(min))
    .refine(value => value.trim().length <= max, `At most ${max} characters`)
    // No maxLength in the document, because white space at the ends does not count.
    .meta({ minLength: min })

/** A client's own name for what it creates: the same one from the same client is stored once. */
export const clientId = z
  .string()
  .min(1)
  .max(CLIENT_ID_MAX)
  .refine(storable, 'Contains characters that cannot be stored')

/**
 * An opaque id: clients never parse it. Anything that no row can have is simply not found. PostgreSQL reads a UUID in
 * any case, so it is brought to the one in which ids are compared.
 */
export const id = z.string().min(1).max(64).toLowerCase()
