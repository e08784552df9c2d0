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

/** The shapes as JSON Schemas by name, including those that they refer to. */
function schemas(): Record<string, JsonSchema> {
  const parts = [clientFrameSchema, serverFrameSchema, liveEventSchema]
  const all: Record<string, JsonSchema> = {}
  for (const part of parts) {
    const { $defs = {} } = z.toJSONSchema(part, {
      io: part === clientFrameSchema ? 'input' : 'output',
    }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>
    }
    Object.assign(all, $defs)
  }
  return all
}

/** The names of a union's shapes. */
function namesOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): string[] {
  const json = z.toJSONSchema(schema, { io }) as JsonSchema
  return [...(json.oneOf ?? []), ...(json.anyOf ?? [])].flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
}

/** The AsyncAPI 3 document of the chat's socket and the event stream. @param address the address of the server for scripts. */
export function asyncApiDocument(address: URL): object {
  const shapes = schemas()
  const [toSend, received, events] = [
    namesOf(clientFrameSchema, 'input'),
    namesOf(serverFrameSchema),
    namesOf(liveEventSchema),
  ]
  const isTls = address.protocol === 'https:'
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
  const server = (protocol: string, description: string) => ({
    host: address.host,
    protocol,
    description,
    security: [{ $ref: '#/components/securitySchemes/cookie' }, { $ref: '#/components/securitySchemes/token' }],
  })
  const text = JSON.stringify(
    {
      asyncapi: '3.1.0',
      info: {
        title: 'Barkyard: the socket and the event stream',
        version: '1.0.0',
        description: `Live events and chat messages. The calls are in ${new URL('/api/openapi.json', address).href}. Event types and fields may be added: ignore unknown ones.`,
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
        contact: { name: 'The operator of this installation', url: address.origin },
        tags: [
          { name: 'chat', description: 'Messages in both directions.' },
          { name: 'events', description: 'Everything that happens to your dogs.' },
        ],
      },
      defaultContentType: 'application/json',
      servers: {
        socket: server(isTls ? 'wss' : 'ws', 'The WebSocket of the chat.'),
        events: server(isTls ? 'https' : 'http', 'The event stream (server-sent events).'),
      },
      channels: {
        chat: {
          address: '/ws',
          title: 'The chat',
          description: `JSON text frames of at most ${FRAME_MAX_BYTES / 1024} KiB (larger ones close the socket with 1009). Limits: 100 frames at once and 20 a second; 300 frames beyond that within a minute close the socket (${CLOSE_FLOOD}). Messages: 50 at once and 10 a second per user. The socket closes with ${CLOSE_UNAUTHORIZED} without an auth frame within ${AUTH_WITHIN_MS / 1000} s or when the session ends, with ${CLOSE_SUSPENDED} when a moderator suspends the account, with 1012 if messages may have been missed, and with 1001 when the server stops. Pinged every ${PING_EVERY_MS / 1000} s. At most ${SOCKETS_PER_USER} sockets per user. Each message that is stored after the socket has opened comes once; \`seq\` is the order within its match: 1, 2, 3, without gaps. Messages may arrive in another order. If a number stays missing, read what follows the message before it (\`GET /messages/{matchId}?after=\`). After a lost connection: reconnect, read likewise what you missed, and send unconfirmed messages again with the same clientId.`,
          servers: [{ $ref: '#/servers/socket' }],
          messages: channelMessages([...toSend, ...received]),
        },
        events: {
          address: '/api/events',
          title: 'The event stream',
          description: `text/event-stream: \`event\` is the type, \`data\` the event as JSON, and \`id\` its id. A comment is sent every ${EVENT_PING_EVERY_MS / 1000} s. At most ${EVENT_STREAMS_PER_USER} streams per user (429). Events are not stored: a client that reconnects with \`Last-Event-ID\` gets \`started\`, then one \`refresh\` if events were, or may have been, missed. The stream ends with the session.`,
          servers: [{ $ref: '#/servers/events' }],
          messages: channelMessages(events),
        },
      },
      operations: {
        sendFrame: {
          action: 'receive',
          summary: 'Frames that you send over the socket.',
          description:
            'First `AuthFrame`, then messages and typing. Frames sent right after it wait until it is handled.',
          channel: { $ref: '#/channels/chat' },
          messages: inChannel('chat', toSend),
        },
        hearFrame: {
          action: 'send',
          summary: 'Frames that you receive over the socket.',
          description:
            'Messages, each once, your own ones with their `clientId`, typing, and errors. `seq` is the order of the messages of a match.',
          channel: { $ref: '#/channels/chat' },
          messages: inChannel('chat', received),
        },
        hearEvent: {
          action: 'send',
          summary: 'Events of the event stream.',
          description: '`started` comes first. Ignore unknown types.',
          channel: { $ref: '#/channels/events' },
          messages: inChannel('events', events),
        },
      },
      components: {
        messages,
        schemas: withOpenWords(shapes, new Set(toSend)),
        securitySchemes: {
          cookie: {
            type: 'httpApiKey',
            in: 'cookie',
            name: 'session',
            description: 'Set by POST /login and POST /signup.',
          },
          token: { type: 'http', scheme: 'bearer', description: 'A personal access token, created by POST /tokens.' },
        },
      },
    },
    (key, value) => {
      if (key === '$schema' || (key === 'id' && typeof value === 'string' && shapes[value])) return undefined
      if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/')
      // AsyncAPI ignores keys beside a reference.
      const { $ref, ...beside } = (value ?? {}) as JsonSchema
      return typeof $ref === 'string' && Object.keys(beside).length > 0 ? { ...beside, allOf: [{ $ref }] } : value
    },
  )
  return withoutNoise(JSON.parse(text))
}

/** "refresh" of "RefreshEvent". */
const typeOf = (name: string) => name.replace(/(Event|Frame)$/, '').toLowerCase()
