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
import { EXAMPLES, ID, OTHER_ID } from './examples.ts'
import { LOCAL_SERVER } from './server-url.ts'
import { withoutNoise } from './tidy.ts'

const SEND = {
  ...{ type: 'message', matchId: ID, senderDogId: ID },
  ...{ body: 'Woof! Dolores Park at nine?', clientId: 'answer-1' },
}
/** A true example of each frame and event, by the name of its shape. */
const PAYLOADS: Record<string, object> = {
  AuthFrame: { type: 'auth', userId: ID },
  SendFrame: SEND,
  MessageFrame: { type: 'message', message: { ...EXAMPLES.Message, clientId: 'answer-1' } },
  ErrorFrame: { type: 'error', message: 'Match not found', clientId: 'answer-1' },
  MessageEvent: { type: 'message', message: EXAMPLES.Message },
  SeenEvent: { type: 'seen', matchId: OTHER_ID },
  PlaydateEvent: { type: 'playdate', playdate: EXAMPLES.Playdate },
}

type JsonSchema = Record<string, unknown> & { $ref?: string; oneOf?: JsonSchema[]; anyOf?: JsonSchema[] }

/** The shapes as JSON Schemas by name, references among them included. */
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

/** The AsyncAPI 3 document of the chat's socket and the event stream. @param address where scripts reach the server. */
export function asyncApiDocument(address = LOCAL_SERVER): object {
  const shapes = schemas()
  const [sent, heard, events] = [
    namesOf(clientFrameSchema, 'input'),
    namesOf(serverFrameSchema),
    namesOf(liveEventSchema),
  ]
  const isTls = address.protocol === 'https:'
  const messages = Object.fromEntries(
    [...sent, ...heard, ...events].map(name => [
      name,
      {
        name,
        title: name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
        summary: shapes[name]?.description,
        contentType: 'application/json',
        payload: { $ref: `#/components/schemas/${name}` },
        examples: [{ name: 'example', payload: PAYLOADS[name] ?? { type: typeOf(name) } }],
      },
    ]),
  )
  const inChannel = (channel: string, names: string[]) =>
    names.map(name => ({ $ref: `#/channels/${channel}/messages/${name}` }))
  const channelMessages = (names: string[]) =>
    Object.fromEntries(names.map(name => [name, { $ref: `#/components/messages/${name}` }]))
  const server = (protocol: string, description: string) => ({
    ...{ host: address.host, protocol, description },
    security: [{ $ref: '#/components/securitySchemes/cookie' }, { $ref: '#/components/securitySchemes/token' }],
  })
  const text = JSON.stringify(
    {
      asyncapi: '3.1.0',
      info: {
        title: 'Barkyard: the socket and the event stream',
        version: '1.0.0',
        description: `What is told as it happens. The calls are in ${new URL('/api/openapi.json', address).href}. Types of events and fields may be added: ignore those that you do not know.`,
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
        contact: { name: 'Whoever runs this installation', url: address.origin },
        tags: [
          { name: 'chat', description: 'Messages in both directions.' },
          { name: 'events', description: 'Whatever happens to your dogs.' },
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
          description: `JSON text frames of at most ${FRAME_MAX_BYTES / 1024} KiB (1009 beyond). 100 frames at once and 20 a second; 300 beyond within a minute close it (${CLOSE_FLOOD}). Messages: 50 at once and 10 a second a user. Closes with ${CLOSE_UNAUTHORIZED} where nobody says auth within ${AUTH_WITHIN_MS / 1000} s or the session ends, with ${CLOSE_SUSPENDED} where a moderator suspends the account, with 1012 where more was missed than can be told, with 1001 when the server stops. Pinged every ${PING_EVERY_MS / 1000} s. At most ${SOCKETS_PER_USER} a user. After a loss: come back, read what you missed (\`GET /messages/{matchId}?after=\`), send again what was not confirmed with the same clientId.`,
          servers: [{ $ref: '#/servers/socket' }],
          messages: channelMessages([...sent, ...heard]),
        },
        events: {
          address: '/api/events',
          title: 'The event stream',
          description: `text/event-stream: \`event\` is the type, \`data\` the event, \`id\` names it. A comment comes every ${EVENT_PING_EVERY_MS / 1000} s. At most ${EVENT_STREAMS_PER_USER} a user (429). Events are not kept: one who comes back with \`Last-Event-ID\` hears \`started\`, then one \`refresh\` where something was, or may have been, missed. It ends with the session.`,
          servers: [{ $ref: '#/servers/events' }],
          messages: channelMessages(events),
        },
      },
      operations: {
        sendFrame: {
          action: 'receive',
          summary: 'What you send over the socket.',
          description: 'First `AuthFrame`, then messages. Frames sent right behind it wait for it.',
          channel: { $ref: '#/channels/chat' },
          messages: inChannel('chat', sent),
        },
        hearFrame: {
          action: 'send',
          summary: 'What you hear over the socket.',
          description: 'Messages in the order stored, your own with their `clientId`, and refusals.',
          channel: { $ref: '#/channels/chat' },
          messages: inChannel('chat', heard),
        },
        hearEvent: {
          action: 'send',
          summary: 'What the event stream tells.',
          description: '`started` comes first. Ignore types that you do not know.',
          channel: { $ref: '#/channels/events' },
          messages: inChannel('events', events),
        },
      },
      components: {
        messages,
        schemas: shapes,
        securitySchemes: {
          cookie: {
            type: 'httpApiKey',
            in: 'cookie',
            name: 'session',
            description: 'Set by POST /login and POST /signup.',
          },
          token: { type: 'http', scheme: 'bearer', description: 'A personal access token, made by POST /tokens.' },
        },
      },
    },
    (key, value) => {
      if (key === '$schema' || (key === 'id' && typeof value === 'string' && shapes[value])) return undefined
      if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/')
      // What stands beside a reference counts for nothing in AsyncAPI.
      const { $ref, ...beside } = (value ?? {}) as JsonSchema
      return typeof $ref === 'string' && Object.keys(beside).length > 0 ? { ...beside, allOf: [{ $ref }] } : value
    },
  )
  return withoutNoise(JSON.parse(text))
}

/** The document as the file asyncapi.json holds it. */
export const asyncDocumentText = () => `${JSON.stringify(asyncApiDocument(), null, 2)}\n`

/** "refresh" of "RefreshEvent". */
const typeOf = (name: string) => name.replace(/(Event|Frame)$/, '').toLowerCase()
