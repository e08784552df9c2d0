import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiProcess, newProcess } from './processes.ts'

describe('a process that is told to stop', () => {
  let databaseUrl: string
  let api: ApiProcess
  beforeAll(async () => {
    databaseUrl = (await createTestDatabase()).url
  })
  beforeEach(async () => {
    api = await newProcess({ DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(40), LOG_LEVEL: 'warn' })
    await api.start()
    return async () => {
      await api.end('SIGKILL')
    }
  })

  /** Opens a connection that the process has accepted, and sends a text over it. */
  async function connection(sent: string): Promise<Socket> {
    const socket = connect(api.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    if (sent !== '') socket.write(sent)
    // Connections are accepted in turn, so when this one is answered the other was accepted.
    await fetch(`${api.url}/api/live`)
    return socket
  }
  const HALF_A_HEADER = 'GET /api/live HTTP/1.1\r\nhost: x\r\n'
  const HEADER = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n'
  const stopped = () => api.end('SIGTERM')
  const CUT = 'requests that did not end in time were cut'

  test('answers running requests, closes their connections with the answer, and waits for no others', async () => {
    // Such as a browser’s spare one, or a balancer’s check.
    const idle = [await connection(''), await connection(HALF_A_HEADER)]
    const socket = await connection(`${HEADER}{`)
    const answer = text(socket)
    const end = stopped()
    // It is closing and accepts no more connections.
    for (let open = true; open; ) open = await fetch(`${api.url}/api/live`).then(Boolean, () => false)
    socket.write('}')
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(await end).toBe(0)
    expect(api.log).not.toContain(CUT)
    for (const one of idle) one.destroy()
  })

  test('stops cleanly although a request never ends', async () => {
    const socket = await connection(`${HEADER}{`)
    expect(await stopped()).toBe(0)
    expect(api.log).toContain(CUT)
    socket.destroy()
  })
})
