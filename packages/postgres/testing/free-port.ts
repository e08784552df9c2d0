import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections and to servers that ask for any port. */
const FIRST = 10_000
const LAST = 32_767

/** A port on which nothing listens, for a program that must be given one. It stays free until that starts, and between its starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1))
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
