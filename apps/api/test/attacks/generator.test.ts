import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { checkData } from '@barkyard/db/check'
import { explore, SEED } from '@barkyard/db/testing/explore'
import { afterAll, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { inHours, NOBODY, playdateOf } from '../calls.ts'
import { Client, ownerWithDog, type Person, photo, twoMatched } from '../client.ts'
import { ERROR, faultOf } from '../rest/document.ts'
import { bearer, makeToken } from '../tokens.ts'
import { type OddRequest, OddRequests } from './odd-requests.ts'

/** The same seed generates the same requests. */
const COUNT = explore(200, 20_000)
/** Concurrent requests, and requests per set of users, because some requests delete them. */
const AT_ONCE = 8
const LIFE = 200
/** Allowed statuses for a wrong method, address or header, which the document does not cover. */
const ANYWHERE = [400, 401, 403, 404, 405, 408, 409, 413, 415, 431]

// An unreachable mail server, so that mails stay queued.
const app = testApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
afterAll(() => agent.destroy())

interface World {
  /** null = signed out. */
  callers: (Record<string, string> | null)[]
  ids: string[]
}

const session = (person: Person) => ({ cookie: person.cookie ?? '' })

/** People who know each other, an admin, and a script. */
async function makeWorld(): Promise<World> {
  const { first, second, matchId } = await twoMatched(app.url)
  const stranger = await ownerWithDog(app.url)
  const admin = await newAdmin(app)
  const made = async (by: Person, path: string, body: object) =>
    (await by.post<{ id: string }>(`/api/${path}`, body)).body.id
  const added = await first.owner.upload(first.dog.id, await photo())
  const { id: tokenId, token } = await makeToken(second.owner)
  const walk = { whenTs: inHours(24), parkName: 'Dolores Park', title: 'Slow walk', maxDogs: 3 }
  const report = { dogId: stranger.dog.id, kind: 'spam', note: 'Buy!' }
  const people = [first.owner, second.owner, stranger.owner, admin]
  return {
    callers: [null, session(first.owner), bearer(token), session(admin), session(stranger.owner)],
    ids: [
      ...[first.dog.id, second.dog.id, stranger.dog.id, matchId, added.body.id, tokenId, NOBODY],
      ...people.map(({ user }) => user.id),
      await made(first.owner, 'playdates', playdateOf(matchId)),
      await made(stranger.owner, 'walks', walk),
      await made(second.owner, 'skips', { dogId: stranger.dog.id }),
      await made(first.owner, 'searches', { name: 'All', filters: {} }),
      await made(first.owner, `dogs/${first.dog.id}/verifications`, { kind: 'photo' }),
      await made(first.owner, 'reports', report),
      await made(first.owner, 'webhooks', { url: 'https://hooks.example.com/', events: ['seen'] }),
    ],
  }
}

interface Received {
  status: number
  type: string
  text: string
}

async function send(sent: OddRequest, caller: Record<string, string> | null): Promise<Received> {
  const { hostname, port } = new URL(app.url)
  // Node leaves the length out of a DELETE, and the body would be the next request.
  const length = sent.body !== undefined && { 'content-length': Buffer.byteLength(sent.body) }
  const headers = { ...caller, ...sent.headers, ...length }
  const going = httpRequest({ agent, hostname, port, method: sent.method, path: sent.path, headers })
  going.on('error', () => undefined).end(sent.body)
  const [response] = (await once(going, 'response')) as [IncomingMessage]
  const [status, type] = [response.statusCode ?? 0, response.headers['content-type'] ?? '']
  // The stream would never end.
  if (type.startsWith('text/event-stream')) {
    response.destroy()
    return { status, type, text: '' }
  }
  return { status, type, text: Buffer.concat(await response.toArray()).toString() }
}

/** The difference between an answer and the document; null if there is none. */
function faultIn(sent: OddRequest, { status, type, text }: Received): string | null {
  const { operation, over, method, isMisled } = sent
  if (status === 0) return 'is none'
  if (status >= 500) return 'is our fault'
  const isStatusListed = operation?.responses[status] !== undefined
  // tRPC refuses malformed input where REST ignores it, and neither reads an address that is too long.
  const others = isMisled || over === 'trpc' ? ANYWHERE : [431]
  if (status >= 400 && !isStatusListed && !others.includes(status))
    return 'has a status that the document does not name'
  if (status < 400 && operation && !isStatusListed) return 'has a status that the document does not name'
  if (method === 'HEAD' || status === 204 || (status >= 300 && status < 400)) return text === '' ? null : 'has a body'
  if (!type.includes('json')) {
    const named = type.split(';')[0] ?? ''
    const isListed = Object.values(operation?.responses ?? {}).some(({ content }) => content?.[named])
    return isListed || (operation === null && named === 'text/html') ? null : `is ${type}`
  }
  const body: unknown = JSON.parse(text)
  if (over === 'trpc') return trpcFault(body, status, sent)
  if (status >= 400) return faultOf(ERROR, body)
  const schema = operation?.responses[status]?.content?.['application/json']?.schema
  return schema ? faultOf(schema, body) : null
}

/** Over tRPC the answer of the REST twin stands in an envelope; an error carries the same in its data. */
function trpcFault(body: unknown, status: number, { operation, isPage }: OddRequest): string | null {
  const { result, error: failed, message } = (body ?? {}) as Envelope
  if (message !== undefined) return faultOf(ERROR, body)
  if (failed) {
    const { code, issues, httpStatus, reason } = failed.data
    if (httpStatus !== status) return 'says another status inside'
    return faultOf(ERROR, { message: failed.message, code, reason, ...(issues !== undefined && { issues }) })
  }
  const schema = operation?.responses['200']?.content?.['application/json']?.schema
  return schema && result ? faultOf(schema, isPage ? (result.data as { items: unknown }).items : result.data) : null
}
interface Envelope {
  result?: { data: unknown }
  error?: { message: string; data: { code: string; reason: string; httpStatus: number; issues?: unknown } }
  message?: string
}

test(
  `${COUNT} odd requests over REST and tRPC: not one 500, nothing that the document does not speak of`,
  async () => {
    console.log(`EXPLORE_SEED=${SEED} makes these ${COUNT} requests again`)
    const requests = new OddRequests(`barkyard ${SEED}`)
    const faults: string[] = []
    const statuses = new Map<number, number>()
    for (let from = 0; from < COUNT; from += LIFE) {
      const { callers, ids } = await makeWorld()
      let next = from
      const work = async () => {
        while (next < Math.min(COUNT, from + LIFE)) {
          const sent = requests.make(next++, ids, callers.length)
          const failed = (error: unknown) => ({ status: 0, type: '', text: String(error) })
          const received = await send(sent, callers[sent.caller] ?? null).catch(failed)
          statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
          const fault = faultIn(sent, received)
          if (fault) faults.push(describeFault(sent, received, fault))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    }
    console.log('answers', Object.fromEntries([...statuses].sort()))
    expect(faults).toEqual([])
    // The requests reach the procedures: not everything is refused earlier.
    expect(statuses.get(200)).toBeGreaterThan(COUNT / 10)
    expect((await new Client(app.url).get('/api/health')).status).toBe(200)
    expect((await checkData(app.services.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  },
  COUNT * 60 + 300_000,
)

const describeFault = (
  { number, caller, method, path, headers, body }: OddRequest,
  { status, text }: Received,
  fault: string,
) =>
  `#${number} of caller ${caller}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${String(body).slice(0, 300)}\n  → ${status}, which ${fault}: ${text.slice(0, 300)}`
