import { z } from 'zod'
import { id, shape } from './fields.ts'
import { messageSchema } from './message.ts'
import { playdateSchema } from './playdate.ts'

const typed = <T extends string>(type: T) => z.literal(type).describe('What happened.')
const dogId = id
  .nullable()
  .describe('Your dog that it is about, or the dog that an admin acts as. null: unknown, while the server is updated.')

const matchId = id.describe('The match of that dog that it is about.')

export const liveEventSchema = z.discriminatedUnion('type', [
  shape('MessageEvent', 'A message was stored in a match of one of your dogs. It comes once; `seq` is the order.', {
    type: typed('message'),
    dogId,
    matchId,
    message: messageSchema.describe('The message.'),
  }),
  shape('SeenEvent', 'You have seen the messages of a match, here or elsewhere.', {
    type: typed('seen'),
    dogId,
    matchId,
  }),
  shape('PlaydateEvent', 'A playdate of one of your dogs was proposed or changed.', {
    type: typed('playdate'),
    dogId,
    matchId,
    playdate: playdateSchema.describe('The playdate as it is now.'),
  }),
  shape('WalkEvent', 'A walk of one of your dogs was changed: read it again.', {
    type: typed('walk'),
    dogId,
    walkId: id.describe('The walk.'),
  }),
  shape(
    'LostEvent',
    'A search for a lost dog that you were told of, or your own, began, changed or ended: read it again.',
    { type: typed('lost'), dogId, lostId: id.describe('The case.') },
  ),
  shape('SightingEvent', 'Somebody saw your lost dog: read the sightings again.', {
    type: typed('sighting'),
    dogId,
    lostId: id.describe('The case.'),
  }),
  shape(
    'NotificationsEvent',
    'You have a new notification, or have seen some, here or elsewhere: read the list and its count again.',
    { type: typed('notifications') },
  ),
  shape(
    'ReportsEvent',
    'The moderation queue changed (only for admins), your report was decided, or you have a new notice.',
    { type: typed('reports') },
  ),
  shape(
    'RefreshEvent',
    'Read all your data again: dogs, photos or an owner changed, you act as another dog, or events were missed.',
    { type: typed('refresh') },
  ),
  shape('StartedEvent', 'The first event. All later events are sent. Data that you read before may be outdated.', {
    type: typed('started'),
  }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

/** An event as it is sent to who acts as `dogId`. */
export function forDog(event: SharedEvent, dogId: string | null): LiveEvent {
  switch (event.type) {
    case 'message':
      return { ...event, dogId, matchId: event.message.matchId }
    case 'playdate':
      return { ...event, dogId, matchId: event.playdate.matchId }
    case 'seen':
    case 'walk':
    case 'lost':
    case 'sighting':
      return { ...event, dogId }
    default:
      return event
  }
}

type ForDog<E> = E extends { message: unknown } | { playdate: unknown } ? 'dogId' | 'matchId' : 'dogId'
type WithoutDog<E> = E extends unknown ? Omit<E, ForDog<E>> : never
/** An event before it is known who listens: which dog is the own one depends on that. */
export type SharedEvent = WithoutDog<LiveEvent>
