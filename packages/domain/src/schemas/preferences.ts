import { z } from 'zod'
import { isTimeZone } from '../local-time.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '../notification.ts'
import { BUILT_IN_ZONE } from '../parks.ts'
import { DIGESTS, MAILS_THAT_STAY } from '../preferences.ts'
import { WALKS_TOLD_KM } from '../walk.ts'
import { flag, shape, textOrNull } from './fields.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 22:00')
const quietHours = z.object({
  from: time.describe('The start, HH:MM in your time zone.'),
  to: time.describe('The end, HH:MM in your time zone. If it is before `from`, it is on the next day.'),
})
const channels = z.object({
  push: flag('Whether it is sent to your browsers.'),
  mail: flag('Whether it is mailed, as a separate mail or in a digest.'),
})
const reminders = z.object({
  day: flag('24 hours before a playdate.'),
  hours: flag('2 hours before a playdate.'),
})

const ofEachKind = <T extends z.ZodType>(shape: T) =>
  z.object(
    Object.fromEntries(
      NOTIFICATION_KINDS.map(kind => [kind, shape.describe(`The channels for notifications of the kind ${kind}.`)]),
    ) as Record<NotificationKind, T>,
  )

const TIME_ZONE = `The IANA name of your time zone. null: not set, so ${BUILT_IN_ZONE} is used.`
const QUIET = 'Quiet hours, in which pushes and mails are held back. null: none.'
const KINDS = 'The channels by kind of notification.'

export const preferencesSchema = shape('Preferences', 'Your preferences.', {
  timeZone: textOrNull(TIME_ZONE),
  quiet: quietHours.nullable().describe(QUIET),
  kinds: ofEachKind(channels).describe(KINDS),
  reminders: reminders.describe('Which reminders of accepted playdates you get.'),
  digest: z
    .enum(DIGESTS)
    .describe('A mail at 18:00 with notifications that are unseen and were not mailed: never, daily, or on Mondays.'),
  units: z.enum(['km', 'mi']).describe('The unit of the distances that you read. Data is always in kilometres.'),
  showFirstName: flag('Whether the other side of an accepted playdate reads your first name.'),
  showTyping: flag('Whether others see that you are typing. It is mutual: if you hide it, you do not see it either.'),
  walksNearKm: z
    .literal(WALKS_TOLD_KM)
    .nullable()
    .describe('You are notified of new walks within this distance of your place, in km. null: of none.'),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const preferencesEditSchema = preferencesSchema
  .partial()
  .extend({
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'Must be the name of a time zone, like Europe/Berlin')
      .nullable()
      .optional()
      .describe(TIME_ZONE),
    quiet: quietHours
      .refine(({ from, to }) => from !== to, 'Quiet hours must not start and end at the same time')
      .nullable()
      .optional()
      .describe(QUIET),
    kinds: ofEachKind(channels.partial())
      .partial()
      .superRefine((kinds, context) => {
        for (const kind of MAILS_THAT_STAY)
          if (kinds[kind]?.mail === false)
            context.addIssue({
              code: 'custom',
              path: [kind, 'mail'],
              message: 'Mails about your account and about decisions cannot be turned off',
            })
      })
      .optional()
      .describe(`${KINDS} Absent kinds do not change. Mails of the kinds moderation and account cannot be turned off.`),
    reminders: reminders.partial().optional().describe('Which reminders you get. Absent fields do not change.'),
  })
  .meta({ id: 'PreferencesEdit', description: 'Changes of the preferences. Absent fields do not change.' })
export type PreferencesEdit = z.infer<typeof preferencesEditSchema>
