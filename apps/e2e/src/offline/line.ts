import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy between the browser and the server. It can be cut, and it can serve a newer service worker. */
export interface Line {
  /** "http://localhost:PORT" */
  url: string
  /** Ends every connection, and each new one too, until the line is restored. */
  cut(): void
  mend(): void
  /** Serves another version of the service worker from now on. */
  release(version: string): void
  close(): Promise<void>
}

export async function lineTo(serverUrl: string): Promise<Line> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let version: string | null = null

  // The server refuses writes from other origins.
  const headersFor = ({ headers }: IncomingMessage) => ({
    ...headers,
    host: target.host,
    ...(headers.origin !== undefined && { origin: target.origin }),
  })

  async function answerWorker(response: ServerResponse, newVersion: string) {
    const script = await (await fetch(new URL('/worker.js', target))).text()
    const next = script.replaceAll(/version:`[^`]*`/g, `version:\`${newVersion}\``)
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(next)
  }

  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url === '/worker.js' && version !== null) return void answerWorker(outgoing, version)
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: headersFor(incoming),
      },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  proxy.on('connection', socket => {
    if (isCut) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  proxy.on('upgrade', (incoming, socket, head) => {
    const onward = connect(Number(target.port), target.hostname, () => {
      const lines = Object.entries(headersFor(incoming)).map(([name, value]) => `${name}: ${value}`)
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))

  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false
    },
    release: newVersion => {
      version = newVersion
    },
    close: () => {
      cut()
      return new Promise(resolve => proxy.close(() => resolve()))
    },
  }
}
