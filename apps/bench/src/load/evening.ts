import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { serve } from '../lib/child.ts'
import { send } from '../lib/send.ts'
import type { Pair, Talker } from '../lib/talks.ts'
import { openSocket } from './socket.ts'

export interface EveningJob {
  port: number
  /** Two owners each, who spend the evening with each other. */
  pairs: Pair[]
  /** The pairs begin evenly spread over this time, whether or not the server keeps up. */
  seconds: number
  /** A JPEG, in Base64. */
  photo: string
}

export interface EveningResult {
  /** Owners whose evening began, and those whose evening is whole. */
  began: number
  ended: number
  /** Milliseconds of each call, by its kind. A message is measured until it reaches the other owner. */
  latencies: Record<string, number[]>
  /** Calls that were refused or cut, and the first of them. */
  failed: number
  failure?: string
}

const MESSAGES = 10
const SNIFF_PAGES = 3
const DOG_PAGES = 2
/** One owner in this many uploads a photo. */
const PHOTO_EVERY = 20
/** Between two calls of an owner. Shorter than a person's, so that an evening fits into the run. */
const PAUSE_MS = 400
const PATIENCE_MS = 30_000
const DAY_MS = 86_400_000

let result: EveningResult
let port = 0
let photo: Buffer

async function run(job: EveningJob): Promise<EveningResult> {
  result = { began: 0, ended: 0, latencies: {}, failed: 0 }
  port = job.port
  photo = Buffer.from(job.photo, 'base64')
  const evenings: Promise<void>[] = []
  const start = performance.now()
  for (const [index, pair] of job.pairs.entries()) {
    const dueAt = start + (index / job.pairs.length) * job.seconds * 1_000
    await setTimeout(Math.max(0, dueAt - performance.now()))
    evenings.push(...eveningOf(pair, index))
  }
  await Promise.all(evenings)
  return result
}

function eveningOf({ matchId, talkers }: Pair, index: number): Promise<void>[] {
  const [first, second] = [later<string>(), later<string>()]
  return talkers.map(async (owner, side) => {
    const [own, others] = side === 0 ? [first, second] : [second, first]
    result.began++
    try {
      await evening(owner, matchId, index * 2 + side, own, others)
      result.ended++
    } catch (error) {
      result.failed++
      result.failure ??= String(error)
      // The other owner does not wait for it.
      own.resolve('')
    }
  })
}

type Proposed = ReturnType<typeof later<string>>

/** A promise that is settled from outside. */
function later<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>(take => {
    resolve = take
  })
  return { promise, resolve }
}

/** Opens the app, sniffs, looks at dogs, barks, chats, proposes a playdate and moves the other owner's. */
async function evening(owner: Talker, matchId: string, nth: number, own: Proposed, others: Proposed): Promise<void> {
  const call = <T>(kind: string, method: string, path: string, body?: object | Buffer, type?: string) =>
    timedCall<T>(owner.cookie, { kind, method, path, ...(body && { body }), ...(type && { type }) })
  await call('open the app', 'GET', '/doghouse')
  const chat = await openChat(owner, matchId)
  await call('notifications', 'GET', '/api/notifications')
  await call('matches', 'GET', '/api/matches')
  const dogs: string[] = []
  let after = ''
  for (let page = 0; page < SNIFF_PAGES; page++) {
    await setTimeout(PAUSE_MS)
    const { body, next } = await call<{ id: string }[]>('sniff', 'GET', `/api/sniff?distance=50${after}`)
    dogs.push(...body.map(({ id }) => id))
    if (!next) break
    after = `&cursor=${encodeURIComponent(next)}`
  }
  for (const id of dogs.slice(0, DOG_PAGES)) {
    await setTimeout(PAUSE_MS)
    await call('look at a dog', 'GET', `/api/dogs/${id}`)
  }
  const liked = dogs[nth % Math.max(1, dogs.length)]
  if (liked) await call('bark', 'POST', '/api/bark', { toDogId: liked })
  if (nth % PHOTO_EVERY === 0) {
    const form = photoForm(owner.dogId)
    await call('upload a photo', 'POST', '/api/photos', form.body, form.type)
  }
  for (let message = 0; message < MESSAGES; message++) {
    await setTimeout(PAUSE_MS)
    chat.send()
  }
  const whenTs = new Date(Date.now() + (2 + (nth % 20)) * DAY_MS)
  const { body } = await call<{ id: string }>('propose a playdate', 'POST', '/api/playdates', {
    matchId,
    whenTs: whenTs.toISOString(),
    parkName: 'Dolores Park',
  })
  own.resolve(body.id)
  const theirs = await others.promise
  await setTimeout(PAUSE_MS)
  if (theirs) {
    const moved = { whenTs: new Date(Date.now() + 30 * DAY_MS).toISOString() }
    await call('move a playdate', 'POST', `/api/playdates/${theirs}/counter`, moved)
  }
  await call('playdates', 'GET', '/api/playdates')
  await chat.end()
}

/** An open chat. The time of a message is in its text, and is read when the other owner has it. */
async function openChat(owner: Talker, matchId: string) {
  const socket = await openSocket(port, owner, matchId)
  socket.on('error', () => result.failed++)
  let got = 0
  const all = later<void>()
  socket.on('message', data => {
    const frame = JSON.parse(data.toString()) as {
      type: string
      message: { senderDogId: string; body: string } | string
    }
    if (frame.type === 'error' || typeof frame.message === 'string') {
      result.failed++
      result.failure ??= data.toString()
      return
    }
    const sentAt = Number(frame.message?.body?.split(' ').at(-1))
    if (frame.type !== 'message' || frame.message.senderDogId === owner.dogId || !sentAt) return
    note('a message', performance.now() - sentAt)
    if (++got === MESSAGES) all.resolve()
  })
  return {
    send: () => {
      const body = `woof! woof! sniff sniff ${performance.now().toFixed(3)}`
      socket.send(JSON.stringify({ type: 'message', matchId, senderDogId: owner.dogId, body }))
    },
    /** Waits for the other owner's messages. */
    end: async () => {
      const late = setTimeout(PATIENCE_MS, 'late', { ref: false })
      if ((await Promise.race([all.promise, late])) === 'late') throw new Error('a message did not arrive')
      socket.close()
    },
  }
}

function note(kind: string, ms: number): void {
  const list = result.latencies[kind] ?? []
  list.push(ms)
  result.latencies[kind] = list
}

interface Call {
  kind: string
  method: string
  path: string
  body?: object | Buffer
  type?: string
}

async function timedCall<T>(cookie: string, { kind, method, path, body, type = 'application/json' }: Call) {
  const data = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const began = performance.now()
  const sent = { cookie, accept: 'application/json, text/html' }
  const typed = data && { 'content-type': type, 'content-length': data.length }
  const { status, headers, content } = await send({ port, method, path, body: data, headers: { ...sent, ...typed } })
  note(kind, performance.now() - began)
  const text = content.toString()
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`)
  return { body: (text.startsWith('<') ? null : JSON.parse(text)) as T, next: headers['x-next-cursor']?.toString() }
}

function photoForm(dogId: string) {
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="dogId"\r\n\r\n${dogId}\r\n--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

serve({ ready: true }, run)
