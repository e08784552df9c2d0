import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { until } from '@barkyard/postgres/testing/until'
import { type FastifyInstance, fastify } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { leaveProxy } from '../../src/platform/operation/stopping.ts'
import { statusOf } from './processes.ts'

const CALL = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'

/** Makes ten calls, each over its own connection, and notifies when all are sent. Their first lines or errors follow. */
const CALLER = `
  const { connect } = require('node:net')
  const { text } = require('node:stream/consumers')
  const { parentPort, workerData: { port, call, sent } } = require('node:worker_threads')
  parentPort.once('message', async () => {
    const answers = []
    for (let n = 0; n < 10; n++) {
      const socket = connect(port, '127.0.0.1')
      await new Promise(done => socket.once('connect', () => socket.write(call, done)))
      answers.push(text(socket).then(answer => answer.split('\\r\\n')[0], error => error.code))
    }
    Atomics.store(sent, 0, 1)
    Atomics.notify(sent, 0)
    parentPort.postMessage(await Promise.all(answers))
  })`

describe('a server that leaves its proxy', () => {
  let server: FastifyInstance
  let port: number
  beforeEach(async () => {
    server = fastify({ return503OnClosing: false })
    leaveProxy(server)
    server.post('/', async () => 'done')
    server.post('/slow', () => once(server.server, 'go on').then(() => 'done'))
    port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
    return () => server.close()
  })

  // A signal arrives where the event loop polls, which accepts nothing more in that turn.
  test.for([
    ['a signal', () => readFile(import.meta.filename)],
    ['a timer', () => sleep(1)],
  ] as const)('answers the calls that arrived while it was busy, stopped by %s', async ([, event]) => {
    const sent = new Int32Array(new SharedArrayBuffer(4))
    const caller = new Worker(CALLER, { eval: true, workerData: { port, call: CALL, sent } })
    const answers = once(caller, 'message')
    await once(caller, 'online')
    await event()
    caller.postMessage('call')
    // Blocks this thread, which is the server's.
    Atomics.wait(sent, 0, 0)
    await server.close()
    expect(await answers).toEqual([Array(10).fill('HTTP/1.1 200 OK')])
  })

  test('refuses connections at once, answers one more call over an idle one, and says that each connection closes', async () => {
    const [idle, busy] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    busy.write(CALL.replace('/', '/slow'))
    await once(server.server, 'request')
    idle.write(CALL)
    await once(idle, 'data')
    const answers = [idle, busy].map(socket => text(socket))
    const closed = server.close()
    await until(() => statusOf(`http://127.0.0.1:${port}`), 0)
    idle.write(CALL)
    server.server.emit('go on')
    for (const answer of await Promise.all(answers))
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*done$/i)
    await closed
  })
})
