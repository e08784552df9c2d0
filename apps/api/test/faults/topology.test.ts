import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerWithDog, photo, twoMatched } from '../client.ts'
import { openSocket } from '../socket.ts'
import { hasRedis } from './redis-server.ts'
import { storedIn, Talker } from './talk.ts'
import { startTopology, type Topology } from './topology.ts'
import { until } from './until.ts'

describe.skipIf(!hasRedis)('two processes, Redis, S3 and a balancer', () => {
  let topology: Topology

  beforeAll(async () => {
    topology = await startTopology({ RATE_LIMIT: '0' })
  })
  afterAll(() => topology?.stop())

  test('nothing needs the same process twice: accounts, photos', async () => {
    for (let n = 0; n < 4; n++) {
      const { owner, dog } = await ownerWithDog(topology.url)
      const { status, body } = await owner.upload(dog.id, await photo())
      expect(status).toBe(200)
      for (const { url } of topology.processes) expect((await fetch(`${url}${body.urlThumb}`)).status).toBe(200)
    }
  })

  test('one after the other is restarted under load: exit 0, sockets told 1001, nothing lost or doubled', async () => {
    const { first, second, matchId } = await twoMatched(topology.url)
    const talkers = [new Talker(first.owner, first.dog.id, matchId), new Talker(second.owner, second.dog.id, matchId)]
    for (const talker of talkers) await talker.open()
    for (const talker of talkers) talker.start(15)
    for (const one of topology.processes) {
      // Asleep, it answers nothing, not even that it is closed: nobody waits for it.
      const asleep = await openSocket(one.url, { cookie: first.owner.cookie ?? '' })
      asleep.socket.pause()
      const before = talkers.map(({ confirmed }) => confirmed.size)
      await until(() => talkers.every(({ confirmed }, index) => confirmed.size > (before[index] ?? 0) + 20))
      expect(await one.end('SIGTERM')).toBe(0)
      asleep.socket.terminate()
      await one.start()
    }
    await Promise.all(talkers.map(talker => talker.finish()))
    const stored = await storedIn(first.owner, matchId)
    expect(stored.map(({ body }) => body).sort()).toEqual(talkers.flatMap(({ sent }) => sent).sort())
    for (const talker of talkers) {
      await until(() => stored.every(({ seq }) => talker.known.has(seq)))
      expect(talker.faults()).toEqual({ doubled: 0, disordered: 0 })
      const [lost] = talker.chats
      if (talker.chats.length > 1) expect((await lost?.closed)?.code).toBe(1001)
      talker.chat.socket.terminate()
    }
    expect(talkers.some(({ chats }) => chats.length > 1)).toBe(true)
  })
})
