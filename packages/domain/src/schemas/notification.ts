import { z } from 'zod'
import { NOTIFICATION_KINDS } from '../notification.ts'
import { dogSchema } from './dog.ts'
import { id } from './text.ts'

export const notificationSchema = z
  .object({
    id: id.describe('The id of the notification.'),
    kind: z
      .enum(NOTIFICATION_KINDS)
      .meta({ id: 'NotificationKind', description: 'The kind of a notification.' })
      .describe(
        'What it is about. match: a first bark. search: new dogs in a saved search. lost: a lost dog. The preferences go by kind.',
      ),
    title: z.string().describe('What happened, in words. A push shows only this.'),
    body: z.string().describe('Details: the beginning of a message, or the time and park of a playdate.'),
    path: z.string().startsWith('/').describe('The page of the web app for it, to be opened as dogId.'),
    dogId: id.nullable().describe('The dog of yours that it is about. null: it is about your account.'),
    matchId: id.nullable().describe('The match of that dog that it is about. null: it is not about a match.'),
    createdAt: z.iso
      .datetime()
      .describe('When it happened. For several messages in one notification: the time of a recent one.'),
    seenAt: z.iso.datetime().nullable().describe('When you saw it. null: unseen.'),
  })
  .meta({ id: 'Notification', description: 'Something that happened to you or one of your dogs. Kept for 90 days.' })
export type Notification = z.infer<typeof notificationSchema>

export const seenSchema = z
  .object({ upTo: id.describe('The id of the newest notification that you have seen.') })
  .meta({ id: 'SeenUpTo', description: 'Marks notifications as seen.' })

export const unseenCountSchema = z
  .object({
    openMatchId: id
      .describe('A match of the acting dog whose chat is open: its bark and its messages are not counted.')
      .optional(),
    besideTabs: z
      .enum(['yes', 'no'])
      .describe(
        '`yes`: without barks and messages, and without playdates that wait for an answer of the acting dog, which have counts of their own.',
      )
      .optional(),
  })
  .optional()

/** Whose face stands beside a notification: the other dog's, else the own one's. */
export const notificationFaceSchema = z.object({
  /** Of the notification. */
  id,
  dog: dogSchema.pick({ id: true, name: true, breed: true, size: true, temperament: true, photos: true }),
})
export type NotificationFace = z.infer<typeof notificationFaceSchema>
