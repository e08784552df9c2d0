import { liveEventSchema } from '@barkyard/domain/schemas/live'
import { clientFrameSchema, serverFrameSchema } from '@barkyard/domain/schemas/socket'
import {
  AUTH_WITHIN_MS,
  CLOSE_FLOOD,
  CLOSE_SUSPENDED,
  CLOSE_UNAUTHORIZED,
  EVENT_PING_EVERY_MS,
  EVENT_STREAMS_PER_USER,
  FRAME_MAX_BYTES,
  PING_EVERY_MS,
  SOCKETS_PER_USER,
} from '@barkyard/domain/socket'
import { z } from 'zod'
import { readDataText } from '../data-file.ts'
import { withOpenWords, withoutNoise } from './normalize.ts'
import { RECORDED } from './recorded.ts'

const CLIENT_ID = 'answer-1'
const { calls, events: recordedEvents } = RECORDED
const sent = calls.sendMessage?.answer as { matchId: string; senderDogId: string; body: string } | undefined
/** An example of each frame, from the message that was recorded. */
const FRAMES: Record<string, object> = {
  AuthFrame: { type: 'auth', userId: (calls.getMyself?.answer as { id: string } | undefined)?.id },
  SendFrame: {
    type: 'message',
    matchId: sent?.matchId,
    senderDogId: sent?.senderDogId,
    body: sent?.body,
    clientId: CLIENT_ID,
  },
  TypeFrame: { type: 'typing', matchId: sent?.matchId },
  TypingFrame: { type: 'typing', matchId: sent?.matchId, dogId: sent?.senderDogId },
  MessageFrame: { type: 'message', message: { ...sent, clientId: CLIENT_ID } },
  ErrorFrame: { type: 'error', message: 'Match not found', clientId: CLIENT_ID },
}

type JsonSchema = Record<string, unknown> & { $ref?: string; oneOf?: JsonSchema[]; anyOf?: JsonSchema[] }

/** The names of the shapes of a union, and their JSON Schemas by name with those that they refer to. */
function shapesOf(union: z.ZodType, io: 'input' | 'output' = 'output') {
  const { $defs, oneOf = [], anyOf = [] } = z.toJSONSchema(union, { io }) as JsonSchema
  const names = [...oneOf, ...anyOf].flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
  return { names, schemas: ($defs ?? {}) as Record<string, JsonSchema> }
}

/** The AsyncAPI 3 document of the chat's socket and the event stream: data/asyncapi.json, and the messages. @param address the address of the server for scripts. */
export function asyncApiDocument(address: URL): object {
  const sends = shapesOf(clientFrameSchema, 'input')
  const [hears, tells] = [shapesOf(serverFrameSchema), shapesOf(liveEventSchema)]
  const [toSend, received, events] = [sends.names, hears.names, tells.names]
  const shapes = { ...sends.schemas, ...hears.schemas, ...tells.schemas }
  const messages = Object.fromEntries(
    [...toSend, ...received, ...events].map(name => [
      name,
      {
        name,
        title: name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
        summary: shapes[name]?.description,
        contentType: 'application/json',
        payload: { $ref: `#/components/schemas/${name}` },
        examples: [{ name: 'example', payload: FRAMES[name] ?? recordedEvents[typeOf(name)] }],
      },
    ]),
  )
  const inChannel = (channel: string, names: string[]) =>
    names.map(name => ({ $ref: `#/channels/${channel}/messages/${name}` }))
  const channelMessages = (names: string[]) =>
    Object.fromEntries(names.map(name => [name, { $ref: `#/components/messages/${name}` }]))
  const isTls = address.protocol === 'https:'
  const document = JSON.parse(
    readDataText('asyncapi.json', {
      origin: address.origin,
      host: address.host,
      openapi: new URL('/api/openapi.json', address).href,
      ws: isTls ? 'wss' : 'ws',
      http: isTls ? 'https' : 'http',
      frameKiB: FRAME_MAX_BYTES / 1024,
      authSeconds: AUTH_WITHIN_MS / 1000,
      pingSeconds: PING_EVERY_MS / 1000,
      eventPingSeconds: EVENT_PING_EVERY_MS / 1000,
      CLOSE_FLOOD,
      CLOSE_UNAUTHORIZED,
      CLOSE_SUSPENDED,
      SOCKETS_PER_USER,
      EVENT_STREAMS_PER_USER,
    }),
  )
  const { channels, operations, components } = document
  channels.chat.messages = channelMessages([...toSend, ...received])
  channels.events.messages = channelMessages(events)
  operations.sendFrame.messages = inChannel('chat', toSend)
  operations.hearFrame.messages = inChannel('chat', received)
  operations.hearEvent.messages = inChannel('events', events)
  Object.assign(components, { messages, schemas: withOpenWords(shapes, new Set(toSend)) })
  const text = JSON.stringify(document, (key, value) => {
    if (key === '$schema' || (key === 'id' && typeof value === 'string' && shapes[value])) return undefined
    if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/')
    // AsyncAPI ignores keys beside a reference.
    const { $ref, ...beside } = (value ?? {}) as JsonSchema
    return typeof $ref === 'string' && Object.keys(beside).length > 0 ? { ...beside, allOf: [{ $ref }] } : value
  })
  return withoutNoise(JSON.parse(text))
}

const typeOf = (name: string) => name.replace(/(Event|Frame)$/, '').toLowerCase()
