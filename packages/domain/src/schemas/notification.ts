import { z } from 'zod'
import { NOTIFICATION_KINDS } from '../notification.ts'
import { dogSchema } from './dog.ts'
import { id, shape, text, time, timeOrNull, word, yesOrNo } from './fields.ts'

export const notificationSchema = shape(
  'Notification',
  'Something that happened to you or one of your dogs. Kept for 90 days.',
  {
    id: id.describe('The id of the notification.'),
    kind: word('NotificationKind', 'The kind of a notification.', NOTIFICATION_KINDS).describe(
      'What it is about. match: a first bark. search: new dogs in a saved search. lost: a lost dog. The preferences go by kind.',
    ),
    title: text('What happened, in words. A push shows only this.'),
    body: text('Details: the beginning of a message, or the time and park of a playdate.'),
    path: z.string().startsWith('/').describe('The page of the web app for it, to be opened as dogId.'),
    dogId: id.nullable().describe('The dog of yours that it is about. null: it is about your account.'),
    matchId: id.nullable().describe('The match of that dog that it is about. null: it is not about a match.'),
    createdAt: time('When it happened. For several messages in one notification: the time of a recent one.'),
    seenAt: timeOrNull('When you saw it. null: unseen.'),
  },
)
export type Notification = z.infer<typeof notificationSchema>

export const seenSchema = shape('SeenUpTo', 'Marks notifications as seen.', {
  upTo: id.describe('The id of the newest notification that you have seen.'),
})

export const unseenCountSchema = z
  .object({
    openMatchId: id
      .describe('A match of the acting dog whose chat is open: its bark and its messages are not counted.')
      .optional(),
    besideTabs: yesOrNo(
      '`yes`: without barks and messages, and without playdates that wait for an answer of the acting dog, which have counts of their own.',
    ),
  })
  .optional()

/** Whose face stands beside a notification: the other dog's, else the own one's. */
export const notificationFaceSchema = z.object({
  /** Of the notification. */
  id,
  dog: dogSchema.pick({ id: true, name: true, breed: true, size: true, temperament: true, photos: true }),
})
export type NotificationFace = z.infer<typeof notificationFaceSchema>
