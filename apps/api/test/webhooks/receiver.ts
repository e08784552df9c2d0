import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks on this machine. */
export async function startReceiver() {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let response: { status: number; headers?: Record<string, string> } = { status: 204 }
  const server = createServer(async (request, answer) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ path: request.url ?? '', headers: request.headers, body })
    answer.writeHead(response.status, response.headers).end()
    for (const wake of waiting) wake()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    received,
    /** How it responds from now on. */
    respond(status: number, headers?: Record<string, string>) {
      response = { status, ...(headers && { headers }) }
    },
    /** Resolves once so many messages have come to a path. */
    async until(path: string, count: number): Promise<Received[]> {
      for (;;) {
        const its = received.filter(one => one.path === path)
        if (its.length >= count) return its
        await new Promise<void>(resolve => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
    close: () => server.close(),
  }
}
