import { z } from 'zod'
import { NOTIFICATION_KINDS } from '../notification.ts'
import { id } from './text.ts'

export const notificationSchema = z
  .object({
    id: id.describe('The id of the notification.'),
    kind: z
      .enum(NOTIFICATION_KINDS)
      .meta({ id: 'NotificationKind', description: 'What a notification is about.' })
      .describe(
        'What it is about. match: a first bark. search: new dogs in a saved search. The preferences go by kind.',
      ),
    title: z.string().describe('What happened, in words. A push shows nothing else.'),
    body: z.string().describe('More about it: the beginning of a message, or when and where a playdate is.'),
    path: z.string().startsWith('/').describe('The page of the web app that it leads to, to be opened as dogId.'),
    dogId: id.nullable().describe('Your dog that it is about. null: it is about your account.'),
    createdAt: z.iso.datetime().describe('When it happened; of several messages in one notification, a late one.'),
    seenAt: z.iso.datetime().nullable().describe('When you saw it. null: you have not.'),
  })
  .meta({ id: 'Notification', description: 'Something that happened to you or one of your dogs. Kept for 90 days.' })
export type Notification = z.infer<typeof notificationSchema>

export const seenSchema = z
  .object({ upTo: id.describe('The id of the newest notification that was seen.') })
  .meta({ id: 'SeenUpTo', description: 'How far a list was seen.' })
