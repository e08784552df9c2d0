import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { serve } from '../lib/child.ts'

/**
 * Chat servers to compare with, which keep the sockets of a match in a map. echo: sends to both and stores nothing.
 * insert: stores each message by one named INSERT with its own commit, without checks. clone, the usual way: a SELECT
 * to check that the sender is in the match, an INSERT, then sends to both.
 */
const [url = '', kind = 'echo'] = process.argv.slice(2)
interface Incoming {
  type: string
  matchId: string
  senderDogId: string
  body: string
}

const pool = new pg.Pool({ connectionString: url, max: 10 })
const ways: Record<string, (frame: Incoming) => Promise<object | null> | object> = {
  echo: ({ matchId, senderDogId, body }) => ({ id: randomUUID(), matchId, senderDogId, body, createdAt: new Date() }),
  insert: async ({ matchId, senderDogId, body }) => {
    const { rows } = await pool.query({
      name: 'insert',
      text: `INSERT INTO clone.messages (id, match_id, sender_dog_id, body, created_at, seen) VALUES ($1, $2, $3, $4, now(), false)
             RETURNING id, created_at`,
      values: [randomUUID(), matchId, senderDogId, body],
    })
    return { id: rows[0]?.id, matchId, senderDogId, body, createdAt: rows[0]?.created_at }
  },
  clone: async ({ matchId, senderDogId, body }) => {
    const matches = await pool.query(
      'select "id", "dog_a_id", "dog_b_id", "created_at" from "clone"."matches" where "matches"."id" = $1',
      [matchId],
    )
    const match = matches.rows[0]
    if (match?.dog_a_id !== senderDogId && match?.dog_b_id !== senderDogId) return null
    const { rows } = await pool.query(
      `insert into "clone"."messages" ("id", "match_id", "sender_dog_id", "body", "created_at", "seen") values ($1, $2, $3, $4, default, $5)
       returning "id", "match_id", "sender_dog_id", "body", "created_at", "seen"`,
      [randomUUID(), matchId, senderDogId, body, false],
    )
    const row = rows[0]
    return { id: row.id, matchId, senderDogId, body: row.body, createdAt: row.created_at }
  },
}
const store = ways[kind]
if (!store) throw new Error(`no chat server ${kind}`)
if (kind === 'clone') await pool.query('ALTER TABLE clone.messages ALTER created_at SET DEFAULT now()')

/** At most ten at once, as many as there are connections. Messages whose sender has disconnected are skipped. */
let free = 10
const waiting: (() => void)[] = []
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>(resolve => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

const rooms = new Map<string, Set<WebSocket>>()
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket, request) => {
  const match = /match=([^&]+)/.exec(request.url ?? '')?.[1] ?? ''
  const room = rooms.get(match) ?? new Set()
  rooms.set(match, room.add(socket))
  socket.on('close', () => room.delete(socket))
  socket.on('message', async data => {
    const frame = JSON.parse(data.toString()) as Incoming
    if (frame.type !== 'message') return
    const message = await inTurn(async () => (socket.readyState === socket.OPEN ? store(frame) : null))
    if (socket.readyState !== socket.OPEN) return
    const text = JSON.stringify(message ? { type: 'message', message } : { type: 'error', message: 'Match not found' })
    for (const one of room) one.send(text)
  })
})
server.on('listening', () => {
  const address = server.address()
  serve({ port: typeof address === 'object' ? address?.port : 0, cookies: [] }, async () => process.cpuUsage())
})
