import { z } from 'zod'
import { PARK_NAMES } from '../parks.ts'
import { PLAYDATE_STATUSES, PLAYDATE_TITLE_MAX } from '../playdate.ts'
import { id, trimmedText } from './text.ts'

export const playdateStatusSchema = z.enum(PLAYDATE_STATUSES)

/** The year 10000 in UTC: times are told with four digits of the year, and an offset must not get beyond them. */
const END_OF_TIME = Date.UTC(10_000, 0)

/** What proposes a playdate. lat and lng are taken and ignored: the park's own count. */
export const newPlaydateSchema = z
  .object({
    matchId: id,
    whenTs: z.iso
      .datetime({ offset: true, message: 'A time with an offset or Z' })
      .refine(text => new Date(text).getTime() < END_OF_TIME, 'A time before the year 10000'),
    parkName: z.string().refine(name => PARK_NAMES.includes(name), 'Please select one of the parks'),
    notes: trimmedText(0, PLAYDATE_TITLE_MAX).optional(),
    status: z.literal('proposed').optional(),
  })
  .meta({ id: 'NewPlaydate' })
export type NewPlaydate = z.infer<typeof newPlaydateSchema>

export const playdateAnswerSchema = z
  .object({ status: z.enum(['accepted', 'declined']) })
  .meta({ id: 'PlaydateAnswer' })

export const playdateSchema = z
  .object({
    id,
    matchId: id,
    whenTs: z.iso.datetime(),
    parkName: z.string(),
    lat: z.string(),
    lng: z.string(),
    notes: z.string(),
    status: playdateStatusSchema,
    proposerDogId: id,
  })
  .meta({ id: 'Playdate' })
export type Playdate = z.infer<typeof playdateSchema>
