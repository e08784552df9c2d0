import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy on loopback. Whatever ends one side of a connection ends the other. */
export interface Line {
  port: number
  /** The connections whose other side was dialled, and is open. */
  count(): number
  /** Breaks all connections. */
  cut(): void
  stop(): Promise<void>
}

/**
 * @param dial connects to the other side. Nothing: the connection is broken.
 * @param pass passes on what comes. Default: everything.
 * @param port the port to listen on. Default: a free one.
 */
export async function startLine(
  dial: () => Socket | undefined | Promise<Socket | undefined>,
  pass: (near: Socket, far: Socket) => unknown = (near, far) => near.pipe(far).pipe(near),
  port = 0,
): Promise<Line> {
  const [nears, fars] = [new Set<Socket>(), new Set<Socket>()]
  const keep = (socket: Socket, among: Set<Socket>) => {
    among.add(socket)
    socket.on('error', () => undefined).on('close', () => among.delete(socket))
  }
  const server = createServer(async near => {
    keep(near, nears)
    const far = await dial()
    if (!far) return near.destroy()
    keep(far, fars)
    if (near.destroyed) return far.destroy()
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    return pass(near, far)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of [...nears, ...fars]) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    count: () => fars.size,
    cut,
    async stop() {
      cut()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

/** Connects to the server of a database's URL. */
export function dialDatabase(url: string): Socket {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  return folder ? connect(`${folder}/.s.PGSQL.${port || 5432}`) : connect(Number(port), hostname)
}

/** The URL of the same database by a port of this machine. */
export function atPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${port}`
  return url.href
}
