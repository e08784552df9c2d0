import { z } from 'zod'
import { isTimeZone } from '../local-time.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '../notification.ts'
import { DIGESTS, MAILS_THAT_STAY } from '../preferences.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 22:00')
const quietHours = z.object({
  from: time.describe('When they start, as HH:MM in your time zone.'),
  to: time.describe('When they end, as HH:MM in your time zone; the next morning where it is before from.'),
})
const channels = z.object({
  push: z.boolean().describe('Whether it is pushed to your browsers.'),
  mail: z.boolean().describe('Whether it is mailed, by itself or in a digest.'),
})
const reminders = z.object({
  day: z.boolean().describe('24 hours before a playdate.'),
  hours: z.boolean().describe('2 hours before a playdate.'),
})

const ofEachKind = <T extends z.ZodType>(shape: T) =>
  z.object(
    Object.fromEntries(
      NOTIFICATION_KINDS.map(kind => [kind, shape.describe(`Where notifications of the kind ${kind} go.`)]),
    ) as Record<NotificationKind, T>,
  )

const TIME_ZONE =
  'The IANA name of your time zone. null: nobody has set it, and the parks’ (America/Los_Angeles) counts.'
const QUIET = 'Hours in which pushes and mails wait. null: none.'
const KINDS = 'What is sent where, by the kind of notification.'
const digest = z
  .enum(DIGESTS)
  .describe('A mail at 18:00 about what is unseen and was not mailed: never, daily, on Mondays.')
const units = z.enum(['km', 'mi']).describe('How pages show distances. The API always answers kilometres.')

export const preferencesSchema = z
  .object({
    timeZone: z.string().nullable().describe(TIME_ZONE),
    quiet: quietHours.nullable().describe(QUIET),
    kinds: ofEachKind(channels).describe(KINDS),
    reminders: reminders.describe('Which reminders of accepted playdates you get.'),
    digest,
    units,
  })
  .meta({ id: 'Preferences', description: 'What you are notified of, how and when.' })
export type Preferences = z.infer<typeof preferencesSchema>

export const preferencesEditSchema = z
  .object({
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'Must be the name of a time zone, like America/Los_Angeles')
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
      .describe(`${KINDS} What is not sent stays; mail of moderation and account cannot be turned off.`),
    reminders: reminders.partial().optional().describe('Which reminders you get. What is not sent stays.'),
    digest: digest.optional(),
    units: units.optional(),
  })
  .meta({ id: 'PreferencesEdit', description: 'Only the fields that are sent change.' })
export type PreferencesEdit = z.infer<typeof preferencesEditSchema>
