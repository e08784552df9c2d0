import { once } from 'node:events'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'

const PATIENCE_MS = 30_000
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

interface Sent {
  port: number
  path: string
  method?: string
  headers: OutgoingHttpHeaders
  body?: Buffer | undefined
}

/** Sends a request to a server of this machine. Connections are used again. @returns its whole answer. */
export async function send({ port, path, method = 'GET', headers, body }: Sent) {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent, timeout: PATIENCE_MS })
  sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} took over ${PATIENCE_MS} ms`)))
  sent.on('error', () => undefined)
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const content = Buffer.concat(await response.toArray())
  return { status: response.statusCode ?? 0, headers: response.headers, content }
}
