import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those that systems give to outgoing connections and to servers that ask for any port, and above the last one that
 * `fetch` and browsers refuse, 10080.
 */
const FIRST = 10_081
const LAST = 32_767

const succeeds = (started: Promise<unknown>): Promise<boolean> =>
  started.then(
    () => true,
    () => false,
  )

/**
 * Leases a port on which nothing listens, for a program that must be given one. Nobody else gets it while this process
 * runs, so it is free until the program starts, and between its starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1))
    // The lease: the same port of UDP, which the system gives back with the process.
    const lease = createSocket('udp4').unref().bind(port, '127.0.0.1')
    if (!(await succeeds(once(lease, 'listening')))) continue
    const server = createServer().listen(port)
    if (await succeeds(once(server, 'listening'))) {
      server.close()
      await once(server, 'close')
      return port
    }
    lease.close()
  }
}
