import { createTestDatabase } from '@barkyard/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerWithDog, photo, twoMatched } from '../client.ts'
import { type ApiProcess, FROM_SOURCE, newProcess, startBalancer } from './processes.ts'
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts'
import { type S3Server, startS3 } from './s3-server.ts'
import { storedIn, Talker } from './talk.ts'
import { until } from './until.ts'

/** What docker-compose.yml starts, started by hand. */
describe.skipIf(!hasRedis)('two processes, Redis, S3 and a balancer', () => {
  let redis: RedisServer
  let s3: S3Server
  let processes: ApiProcess[]
  let balancer: { url: string; close(): void }

  beforeAll(async () => {
    redis = await startRedis()
    s3 = await startS3()
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: (await createTestDatabase()).url,
      REDIS_URL: redis.url,
      ...s3.env,
      SESSION_SECRET: 'a secret that all processes of a test share',
      DATA_DIR: '/nonexistent',
      RATE_LIMIT: '0',
      TRUST_PROXY: 'loopback',
    }
    processes = await Promise.all([newProcess(env, FROM_SOURCE), newProcess(env, FROM_SOURCE)])
    await Promise.all(processes.map(one => one.start()))
    balancer = await startBalancer(processes)
  })
  afterAll(async () => {
    balancer?.close()
    await Promise.all(processes.map(one => one.end('SIGKILL')))
    await redis.stop()
    await s3.remove()
  })

  test('nothing needs the same process twice: accounts, photos', async () => {
    for (let n = 0; n < 4; n++) {
      const { owner, dog } = await ownerWithDog(balancer.url)
      const { status, body } = await owner.upload(dog.id, await photo())
      expect(status).toBe(200)
      for (const { url } of processes) expect((await fetch(`${url}${body.urlThumb}`)).status).toBe(200)
    }
  })

  test('one after the other is restarted under load: exit 0, sockets told 1001, nothing lost or doubled', async () => {
    const { first, second, matchId } = await twoMatched(balancer.url)
    const talkers = [new Talker(first.owner, first.dog.id, matchId), new Talker(second.owner, second.dog.id, matchId)]
    for (const talker of talkers) await talker.open()
    for (const talker of talkers) talker.start(5)
    for (const one of processes) {
      const before = talkers.map(({ confirmed }) => confirmed.size)
      await until(() => talkers.every(({ confirmed }, index) => confirmed.size > (before[index] ?? 0) + 20))
      expect(await one.end('SIGTERM')).toBe(0)
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
