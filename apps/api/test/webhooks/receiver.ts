import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@barkyard/postgres/testing/until'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks on this machine. */
export async function startReceiver() {
  const received: Received[] = []
  let response: { status: number; headers?: Record<string, string> } = { status: 204 }
  const ofPath = new Map<string, typeof response>()
  const held: { path: string; answer: ServerResponse }[] = []
  const server = createServer(async (request, answer) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body })
    const { status, headers } = ofPath.get(path) ?? response
    if (status === 0) held.push({ path, answer })
    else answer.writeHead(status, headers).end()
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
    /** How it responds to a path from now on, and to what it has held. 0: not at all. */
    respondTo(path: string, status: number) {
      ofPath.set(path, { status })
      if (status === 0) return
      for (const one of held) if (one.path === path && !one.answer.writableEnded) one.answer.writeHead(status).end()
    },
    /** Resolves once so many messages have come to a path. */
    until: (path: string, count: number): Promise<Received[]> =>
      until(
        () => received.filter(one => one.path === path),
        its => its.length >= count,
      ),
    close: () => server.close(),
  }
}
