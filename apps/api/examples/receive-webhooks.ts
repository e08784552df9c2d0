// Receives the events of your dogs as webhooks, and prints them: Node.js 20, with the package standardwebhooks. It keeps
// running, and deletes its webhook when it is stopped.
//
//   npm install standardwebhooks
//   BARKYARD_TOKEN=barkyard_… WEBHOOK_URL=https://hooks.example.com/barkyard PORT=8080 npx tsx receive-webhooks.ts
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const SERVER = process.env.BARKYARD_URL ?? 'http://127.0.0.1:3000'
const headers = { authorization: `Bearer ${process.env.BARKYARD_TOKEN}`, 'content-type': 'application/json' }

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${SERVER}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = (await response.json()) as T & { message?: string; reason?: string }
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.message} (${answer.reason})`)
  return answer
}

/** The last messages: one may come twice. */
const seen = new Set<string>()
let verifier: Webhook | undefined

const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  try {
    // Whoever knows the address can send anything: only what is signed counts.
    const event = verifier?.verify(body, request.headers as Record<string, string>) as { type: string; data: object }
    response.writeHead(204).end()
    const id = String(request.headers['webhook-id'])
    if (seen.has(id)) return
    seen.add(id)
    for (const oldest of seen) if (seen.size > 1_000) seen.delete(oldest)
    console.log(event.type, JSON.stringify(event.data))
  } catch {
    response.writeHead(401).end()
  }
})
receiver.listen(Number(process.env.PORT ?? 8080))
await once(receiver, 'listening')

const url = process.env.WEBHOOK_URL
const { id, secret } = await call<{ id: string; secret: string }>('POST', '/webhooks', {
  url,
  events: ['message', 'playdate'],
})
verifier = new Webhook(secret)
console.log(`Listening for ${url}`)
process.once('SIGTERM', async () => {
  await call('DELETE', `/webhooks/${id}`)
  process.exit(0)
})
