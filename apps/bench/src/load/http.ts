import { connect } from 'node:net'
import { serve } from '../lib/child.ts'

export interface HttpJob {
  port: number
  /** Sent in turn. */
  requests: { path: string; cookie: string }[]
  connections: number
  seconds: number
}

export interface HttpResult {
  count: number
  /** Answers other than 200. */
  failed: number
  perSecond: number
  /** Milliseconds. */
  latencies: number[]
  /** The first of them. */
  failure?: string
  bytes: number
}

/** Keeps a request in flight on each connection for a while. Raw sockets, so that the load itself costs little. */
async function run({ port, requests, connections, seconds }: HttpJob): Promise<HttpResult> {
  const result: HttpResult = { count: 0, failed: 0, perSecond: 0, latencies: [], bytes: 0 }
  const texts = requests.map(
    ({ path, cookie }) =>
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\naccept: application/json\r\n\r\n`,
  )
  const began = performance.now()
  const until = began + seconds * 1000
  let next = 0
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let sentAt = 0
      /** Bytes of the answer that are missing; -1 until its head is complete. */
      let left = -1
      let head = ''
      const send = () => {
        if (performance.now() >= until) {
          socket.end()
          resolve()
          return
        }
        left = -1
        head = ''
        sentAt = performance.now()
        socket.write(texts[next++ % texts.length] ?? '')
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', chunk => {
        result.bytes += chunk.length
        if (left >= 0) left -= chunk.length
        else {
          head += chunk.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end === -1) return
          const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
          // An answer without a length comes in chunks, of which the last is empty.
          if (length !== undefined) left = Number(length) - (head.length - end - 4)
          else if (!head.endsWith('\r\n0\r\n\r\n')) return
        }
        if (left > 0) return
        result.count++
        if (!head.startsWith('HTTP/1.1 200')) {
          result.failed++
          result.failure ??= head.slice(0, 1000)
        }
        result.latencies.push(performance.now() - sentAt)
        send()
      })
    })
  await Promise.all(Array.from({ length: connections }, one))
  result.perSecond = result.count / ((performance.now() - began) / 1000)
  return result
}

serve({ ready: true }, run)
