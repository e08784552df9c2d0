// Answers barks at any of your dogs with a proposal to play: TypeScript on Node.js 20. It keeps running.
//
//   npm install openapi-fetch
//   npx openapi-typescript http://127.0.0.1:3000/api/openapi.json --default-non-nullable false -o barkyard.ts
//   BARKYARD_TOKEN=barkyard_… npx tsx bot.ts
import { setTimeout as sleep } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './barkyard.ts'

const SERVER = process.env.BARKYARD_URL ?? 'http://127.0.0.1:3000'
const headers = { authorization: `Bearer ${process.env.BARKYARD_TOKEN}` }
const DAY_MS = 24 * 60 * 60 * 1000

/** Like fetch, but waits as long as the server asks: once it refuses, and where a limit is used up. */
async function patientFetch(request: Request): Promise<Response> {
  const response = await fetch(request.clone())
  if (response.status === 429 || response.status === 503) {
    await sleep(Number(response.headers.get('retry-after') ?? 5) * 1000)
    return patientFetch(request)
  }
  const limits = response.headers.get('ratelimit') ?? ''
  for (const [, seconds] of limits.matchAll(/r=0;t=(\d+)/g)) await sleep(Number(seconds) * 1000)
  return response
}

const api = createClient<paths>({ baseUrl: `${SERVER}/api`, headers, fetch: patientFetch })

/** Proposes to play tomorrow, where the other dog wrote last and nothing is planned yet. */
async function answer(match: components['schemas']['Match']): Promise<void> {
  if (match.lastMessage?.senderDogId !== match.otherDog.id) return
  // Each call says as which dog it acts: your active dog is another matter, and may change meanwhile.
  const params = { path: { matchId: match.id }, header: { 'X-Dog': match.ownDogId } }
  const { data: planned } = await api.GET('/matches/{matchId}/playdates', { params })
  if (!planned || planned.length > 0) return
  const whenTs = new Date(Date.now() + DAY_MS).toISOString()
  // Sent again with the same key, a proposal is made once.
  const header = { ...params.header, 'Idempotency-Key': `plan-${match.lastMessage.id}` }
  const body = { matchId: match.id, whenTs, parkName: 'Dolores Park' }
  const { error } = await api.POST('/playdates', { params: { header }, body })
  if (error) return console.error(`${match.otherDog.name}: ${error.message} (${error.reason})`)
  // The same clientId is stored once: after a loss this may be sent again.
  const clientId = `answer-${match.lastMessage.id}`
  await api.POST('/messages/{matchId}', { params, body: { body: 'Woof! Dolores Park tomorrow?', clientId } })
  console.log(`Proposed to play with ${match.otherDog.name}`)
}

async function answerAll(): Promise<void> {
  const { data: dogs = [] } = await api.GET('/my-dogs')
  for (const dog of dogs) {
    const params = { query: { limit: 100 }, header: { 'X-Dog': dog.id } }
    const { data: matches = [] } = await api.GET('/matches', { params })
    for (const match of matches) await answer(match)
  }
}

/** The events of a stream (text/event-stream), as they come. */
async function* eventsOf(body: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const id = /^id: (.*)$/m.exec(block)?.[1]
      if (event && id) yield { event, id }
    }
  }
}

let lastEventId: string | undefined
for (;;) {
  try {
    const response = await patientFetch(
      new Request(`${SERVER}/api/events`, {
        headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
      }),
    )
    if (response.status === 401) throw new Error('The token is no good')
    for await (const { event, id } of eventsOf(response.body ?? new ReadableStream())) {
      // After a loss, "refresh" says that something may have been missed.
      const isNews = event === 'message' || event === 'refresh' || lastEventId === undefined
      if (isNews) await answerAll()
      lastEventId = id
    }
  } catch (fault) {
    if (fault instanceof Error && fault.message === 'The token is no good') throw fault
    console.error(`Lost the server: ${fault}`)
  }
  await sleep(1000)
}
