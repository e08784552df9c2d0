import { z } from 'zod'
import { clientId, id, shape, text } from './fields.ts'
import { messageBodySchema, messageSchema, newMessageSchema } from './message.ts'

const typed = <T extends string>(type: T) => z.literal(type).describe('The type of the frame.')
const toldClientId = clientId.describe('The `clientId` of the message concerned, if you sent one.').optional()

/** What a client sends. A clientId makes sending again safe: the same one from the same dog is stored once. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  shape('AuthFrame', 'The first frame. Without it within 10 seconds after opening, the socket closes with 4401.', {
    type: typed('auth'),
    userId: id.describe('The id of the user who is signed in.'),
  }),
  shape('SendFrame', 'Sends a message.', {
    type: typed('message'),
    matchId: id.describe('The match to write to.'),
    senderDogId: id.describe('The acting dog, which `X-Dog` of the upgrade may name. One of the two of the match.'),
    body: messageBodySchema,
    clientId: newMessageSchema.shape.clientId,
  }),
  shape(
    'TypeFrame',
    'Says that you are typing. Once in 3 seconds for a match; what comes sooner, or may not be told, is dropped without an error.',
    { type: typed('typing'), matchId: id.describe('The match in which your acting dog types.') },
  ),
])
export type ClientFrame = z.infer<typeof clientFrameSchema>

/** What the server sends. The sender's own message carries its clientId. */
export const serverFrameSchema = z.discriminatedUnion('type', [
  shape('MessageFrame', 'A message was stored in a match of one of your dogs. It comes once; `seq` is the order.', {
    type: typed('message'),
    message: messageSchema
      .extend({ clientId: toldClientId })
      .meta({ id: 'ReceivedMessage', description: 'The message, with its `clientId` if you sent it.' })
      .describe('The message.'),
  }),
  shape('TypingFrame', 'The other dog of a match is typing. It is true for 5 seconds, or until its message.', {
    type: typed('typing'),
    matchId: id.describe('The match.'),
    dogId: id.describe('The other dog, whose owner types.'),
  }),
  shape('ErrorFrame', 'A frame was refused. The socket stays open, except after a failed auth.', {
    type: typed('error'),
    message: text('What is wrong, for people.'),
    clientId: toldClientId,
  }),
])
export type ServerFrame = z.infer<typeof serverFrameSchema>
