import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { SniffSearch } from '@barkyard/db/queries/sniff/sniff'
import { cellOf } from '@barkyard/domain/place'
import { sniffQuerySchema } from '@barkyard/domain/schemas/sniff'
import fastify from 'fastify'
import pg from 'pg'
import { cloneSniff } from '../clone-sniff.ts'
import { serve } from '../lib/child.ts'
import { ANY_DOG } from '../searches.ts'

/**
 * The server of a typical app: a signed cookie, the session read from its table (connect-pg-simple), the user read by
 * id (passport's deserializeUser), a schema for the query, one query for the dogs and one for their photos. Such apps
 * run on Express. This one runs on Fastify, which is faster.
 */
const [url = '', list = '[]'] = process.argv.slice(2)
const SECRET = 'a secret of the benchmark'
const pool = new pg.Pool({ connectionString: url, max: 10 })
const sign = (sid: string) => createHmac('sha256', SECRET).update(sid).digest('base64url')

async function userOf(cookie: string | undefined) {
  const [sid = '', signature = ''] = (/connect\.sid=([^;]+)/.exec(cookie ?? '')?.[1] ?? '').split('.')
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(sid))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const sessions = await pool.query(
    'SELECT sess FROM "clone"."sessions" WHERE sid = $1 AND expire >= to_timestamp($2)',
    [sid, Date.now() / 1000],
  )
  const userId = sessions.rows[0]?.sess?.passport?.user
  if (userId === undefined) return null
  const users = await pool.query(
    'select "id", "email", "first_name", "last_name", "city", "lat", "lng", "is_admin", "active_dog_id" from "clone"."users" where "users"."id" = $1 limit $2',
    [userId, 1],
  )
  return users.rows[0] ?? null
}

const app = fastify()
app.get('/api/sniff', async (request, reply) => {
  const user = await userOf(request.headers.cookie)
  if (!user) return reply.status(401).send({ message: 'Unauthorized' })
  const query = request.query as Record<string, string>
  const numbers = ['distance', 'ageMin', 'ageMax'].flatMap(name =>
    query[name] === undefined ? [] : [[name, Number(query[name])]],
  )
  const lists = ['sizes', 'temperaments'].flatMap(name => (query[name] ? [[name, query[name].split(',')]] : []))
  const input = sniffQuerySchema.parse({ ...query, ...Object.fromEntries([...numbers, ...lists]) })
  const search: SniffSearch = {
    ...input,
    ...ANY_DOG,
    dogId: null,
    ageMin: input.ageMin,
    ageMax: input.ageMax,
    sizes: input.sizes ?? [],
    temperaments: input.temperaments ?? [],
    ownerId: user.id,
    cell: cellOf(user),
  }
  const dogs = await cloneSniff(pool, search)
  return dogs.map(dog => ({ ...dog, distance: Math.round(dog.distance) }))
})
app.get('/api/session', async (request, reply) => {
  const user = await userOf(request.headers.cookie)
  return user ? { id: user.id } : reply.status(401).send({ message: 'Unauthorized' })
})

const cookies: string[] = []
for (const userId of JSON.parse(list) as string[]) {
  const sid = randomUUID()
  await pool.query(`INSERT INTO clone.sessions VALUES ($1, $2, now() + interval '1 day')`, [
    sid,
    JSON.stringify({ cookie: { originalMaxAge: 86_400_000, httpOnly: true, path: '/' }, passport: { user: userId } }),
  ])
  cookies.push(`connect.sid=${sid}.${sign(sid)}`)
}
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
serve({ port: Number(new URL(origin).port), cookies }, async () => process.cpuUsage())
