import { z } from 'zod'
import { withoutDirections } from '../isolate.ts'
import { CLIENT_ID_MAX } from '../message.ts'
import { isOneLine, isVisible, storable } from '../text.ts'

const tooShort = (min: number) => (min === 1 ? 'Required' : `At least ${min} characters`)

const CONTROL = 'Contains control characters'
export const UNSTORABLE = 'Contains characters that cannot be stored'

/** One line of text between `min` and `max` characters after trimming, some of it visible; returns the trimmed text. */
export const trimmedText = (min: number, max: number, messages: Messages = {}) =>
  trimmed(min, max, messages, withoutDirections).refine(isOneLine, 'Must be one line without control characters')

/** The same with line breaks. Tabs become spaces. */
export const trimmedLines = (min: number, max: number, messages: Messages = {}) =>
  trimmed(min, max, messages)
    .overwrite(value => value.replaceAll('\t', ' '))
    .refine(value => value.split(/\r?\n/).every(isOneLine), CONTROL)

interface Messages {
  min?: string
  max?: string
}

const trimmed = (min: number, max: number, messages: Messages, keep = (text: string) => text) =>
  z
    .string()
    .refine(storable, UNSTORABLE)
    // A text that shows nothing is none.
    .overwrite(value => (isVisible(value) ? keep(value).trim() : ''))
    .min(min, messages.min ?? tooShort(min))
    // What is too long is not looked at further: other rules may be slow.
    .max(max, { error: messages.max ?? `At most ${max} characters`, abort: true })

/**
 * Text kept exactly as sent, some of it visible, whose trimmed length is between `min` and `max`. Of control characters it
 * may hold line breaks and tabs.
 */
export const verbatimText = (min: number, max: number) =>
  z
    .string()
    .refine(storable, UNSTORABLE)
    .refine(value => value.trim().length >= min && (min === 0 || isVisible(value)), tooShort(min))
    .refine(value => [...value.trim()].length <= max, `At most ${max} characters`)
    .refine(value => value.split(/\r?\n|\t/).every(isOneLine), CONTROL)
    // White space at the ends does not count, but no client has to know that.
    .meta({ minLength: min, maxLength: max })

/** A client's own name for what it creates: the same one from the same client is stored once. */
export const clientId = z.string().min(1).max(CLIENT_ID_MAX).refine(storable, UNSTORABLE)

/** The id of no row. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** An id as a caller sent it, in the case in which ids are compared. What no row can have becomes an id that none has. */
export const readId = (text: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : NO_ID

/** An opaque id: clients never parse it. Anything that no row can have is simply not found. */
export const id = z.string().min(1).max(64).overwrite(readId)
/** An id as it was sent, for where a word can be one (of some parks), or where two are compared. */
export const idAsSent = z
  .string()
  .min(1)
  .max(64)
  .overwrite(text => (storable(text) ? text.toLowerCase() : NO_ID))

/** The year 10000 in UTC: answers write years with four digits, and an offset must not exceed them. */
const END_OF_TIME = Date.UTC(10_000, 0)

/** A moment in ISO 8601, with an offset or Z. */
export const moment = z.iso
  .datetime({ offset: true, message: 'A time with an offset or Z' })
  // An invalid time is refused above, with its own message.
  .refine(text => !(new Date(text).getTime() >= END_OF_TIME), 'A time before the year 10000')

/** What an answer or a body holds, with the name and the words that the document has for it. */
export const shape = <T extends z.ZodRawShape>(id: string, description: string, fields: T) =>
  z.object(fields).meta({ id, description })

// Fields, with what the document says of each.
export const text = (what: string) => z.string().describe(what)
export const textOrNull = (what: string) => z.string().nullable().describe(what)
export const flag = (what: string) => z.boolean().describe(what)
export const whole = (min: number, what: string) => z.number().int().min(min).describe(what)
/** ISO 8601 in UTC. */
export const time = (what: string) => z.iso.datetime().describe(what)
export const timeOrNull = (what: string) => z.iso.datetime().nullable().describe(what)

export const point = {
  lat: z.number().min(-90).max(90).describe('Latitude in degrees (WGS 84).'),
  lng: z.number().min(-180).max(180).describe('Longitude in degrees (WGS 84).'),
}
export const kmFromHere = z
  .number()
  .int()
  .nullable()
  .describe('Whole km from your place, snapped to a grid of 0.01°. null: you have no place.')

export const isUnique = (list: readonly unknown[]) => new Set(list).size === list.length

/** A part of an answer that has no name in the document. */
export const part = <T extends z.ZodRawShape>(what: string, fields: T) => z.object(fields).describe(what)
export const partOrNull = <T extends z.ZodRawShape>(what: string, fields: T) =>
  z.object(fields).nullable().describe(what)
/** Who somebody is, for admins. */
export const person = {
  id: id.describe('The id of the user.'),
  firstName: text('Their first name.'),
  lastName: text('Their last name. May be empty.'),
}
/** Whether a list is narrowed, as a query says it. */
export const yesOrNo = (what: string) => z.enum(['yes', 'no']).describe(what).optional()
/** One of some words. */
export const word = <const T extends readonly string[]>(id: string, description: string, words: T) =>
  z.enum(words).meta({ id, description })
