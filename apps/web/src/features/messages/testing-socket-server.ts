import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** One accepted connection of the test server. */
export interface Peer {
  send(text: string): void
  /** Ends it with a close frame, or as a line that breaks. */
  close(code?: number): void
}

interface Handlers {
  /** False refuses the upgrade with 503. */
  admit: () => boolean
  text: (peer: Peer, text: string) => void
  closed: (peer: Peer) => void
}

/** A small WebSocket server (RFC 6455, unfragmented text frames) on a free port of this machine. */
export async function startSocketServer(handlers: Handlers): Promise<{ url: string; stop: () => Promise<void> }> {
  const open = new Set<Duplex>()
  const server = createServer()
  server.on('upgrade', (request, socket: Duplex) => {
    if (!handlers.admit()) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      return
    }
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    open.add(socket)
    let isClosing = false
    const peer: Peer = {
      send: text => socket.write(frame(1, Buffer.from(text))),
      close(code) {
        if (code === undefined) socket.destroy()
        else {
          isClosing = true
          socket.write(frame(8, Buffer.from([code >> 8, code & 255])))
        }
      },
    }
    let waiting = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      open.delete(socket)
      handlers.closed(peer)
    })
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
      for (let next = unframe(waiting); next; next = unframe(waiting)) {
        waiting = waiting.subarray(next.length)
        if (next.opcode === 1) handlers.text(peer, next.payload.toString())
        if (next.opcode === 8) socket.end(isClosing ? undefined : frame(8, next.payload))
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function frame(opcode: number, payload: Buffer): Buffer {
  const head = payload.length < 126 ? Buffer.alloc(2) : Buffer.alloc(4)
  head[0] = 0x80 | opcode
  head[1] = Math.min(payload.length, 126)
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/** The first frame of what has come, unmasked; null while it is not complete. */
function unframe(data: Buffer): { opcode: number; payload: Buffer; length: number } | null {
  if (data.length < 6) return null
  const short = (data[1] ?? 0) & 127
  const start = short === 126 ? 8 : 6
  if (data.length < start) return null
  const size = short === 126 ? data.readUInt16BE(2) : short
  if (data.length < start + size) return null
  const mask = data.subarray(start - 4, start)
  const payload = Buffer.from(data.subarray(start, start + size).map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
  return { opcode: (data[0] ?? 0) & 15, payload, length: start + size }
}
