import { until } from '@barkyard/postgres/testing/until'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Limits } from '../../src/platform/access/limits.ts'
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts'

describe.skipIf(!hasRedis)('limits of two processes', () => {
  let server: RedisServer
  let clients: Redis[]
  let limits: Limits[]

  beforeAll(async () => {
    server = await startRedis()
    clients = [1, 2].map(
      () => new Redis(server.url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => 50 }),
    )
    for (const client of clients) client.on('error', () => undefined)
    await ready()
    limits = clients.map(redis => new Limits({ enabled: true, redis }))
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    await server.stop()
  })

  const ready = (isSo = true) => until(() => clients.map(({ status }) => status === 'ready'), [isSo, isSo])
  /** Takes from both in turn. @returns how many calls were allowed. */
  async function allowed(key: string, tries: number): Promise<number> {
    let count = 0
    for (let n = 0; n < tries; n++) {
      const refusal = await limits[n % 2]?.take('location', key).then(
        () => null,
        error => error,
      )
      if (refusal === null) count++
      else expect([refusal.code, refusal.retryAfter > 0]).toEqual(['TOO_MANY_REQUESTS', true])
    }
    return count
  }

  test('count together', async () => {
    expect(await allowed('ann', 70)).toBe(30)
    expect(await allowed('bob', 2)).toBe(2)
    for (let n = 0; n < 10; n++) await limits[0]?.take('signInOfEmail', 'ann')
    await expect(limits[1]?.take('signInOfEmail', 'ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    // The refused call counted too, so both are given back.
    for (let n = 0; n < 2; n++) await limits[0]?.giveBack('signInOfEmail', 'ann')
    await limits[0]?.take('signInOfEmail', 'ann')
  })

  test('count separately while Redis is unavailable, and together again afterwards', async () => {
    await server.kill()
    await ready(false)
    expect(await allowed('cat', 70)).toBe(60)
    await server.start()
    await ready()
    expect(await allowed('dan', 70)).toBe(30)
  })
})
