import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@barkyard/postgres/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webFolder } from '../../src/platform/data-file.ts'
import { createDog, ownerWithDog, photo, twoMatched } from '../client.ts'
import { openSocket } from '../socket.ts'
import { hasRedis } from './redis-server.ts'
import { storedIn, Talker } from './talk.ts'
import { startTopology, type Topology } from './topology.ts'

/** Pages need the built web app. */
const hasPages = existsSync(join(webFolder(), 'server', 'server.js'))
if (!hasPages) console.log('SKIPPED: pages drawn by two processes need the built web app')

describe.skipIf(!hasRedis)('two processes, Redis, a shared disk and a balancer', () => {
  let topology: Topology

  beforeAll(async () => {
    topology = await startTopology({ RATE_LIMIT: '0' })
  })
  afterAll(() => topology?.stop())

  test('accounts and photos work with requests to different processes', async () => {
    for (let n = 0; n < 4; n++) {
      const { owner, dog } = await ownerWithDog(topology.url)
      const { status, body } = await owner.upload(dog.id, await photo())
      expect(status).toBe(200)
      for (const { url } of topology.processes) expect((await fetch(`${url}${body.urlThumb}`)).status).toBe(200)
    }
  })

  test.skipIf(!hasPages)('both processes render a user’s page with the dog chosen last', async () => {
    const { owner, dog } = await ownerWithDog(topology.url, { name: 'Pistachio' })
    const other = await createDog(owner, { name: 'Marzipan' })
    const greets = async (url: string, name: string) => {
      const page = await fetch(`${url}/doghouse`, { headers: { cookie: owner.cookie ?? '' } })
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      return (await page.text()).includes(`Welcome back, ${name}!`)
    }
    for (const { id, name } of [dog, other, dog]) {
      expect((await owner.post('/api/active-dog', { dogId: id })).status).toBe(200)
      for (const { url } of topology.processes) await until(() => greets(url, name))
      for (let n = 0; n < 4; n++) expect(await greets(topology.url, name)).toBe(true)
    }
    // Signed-out visitors get the landing page from both.
    await owner.get('/api/logout')
    for (const { url } of topology.processes) {
      const page = async () => (await fetch(`${url}/doghouse`, { headers: { cookie: owner.cookie ?? '' } })).text()
      await until(page, text => text.includes('Find the Perfect Playmate'))
    }
  })

  test('rolling restarts under load exit with 0, close sockets with 1001, and lose and duplicate nothing', async () => {
    const { first, second, matchId } = await twoMatched(topology.url)
    const talkers = [new Talker(first.owner, first.dog.id, matchId), new Talker(second.owner, second.dog.id, matchId)]
    for (const talker of talkers) await talker.open()
    for (const talker of talkers) talker.start(15)
    for (const one of topology.processes) {
      // A sleeping client does not even answer the close, and the process does not wait for it.
      const asleep = await openSocket(one.url, { cookie: first.owner.cookie ?? '' })
      asleep.socket.pause()
      const counts = () => talkers.map(({ confirmed }) => confirmed.size)
      const before = counts()
      await until(counts, list => list.every((count, index) => count > (before[index] ?? 0) + 20))
      expect(await one.end('SIGTERM')).toBe(0)
      asleep.socket.terminate()
      await one.start()
    }
    await Promise.all(talkers.map(talker => talker.finish()))
    const stored = await storedIn(first.owner, matchId)
    expect(stored.map(({ body }) => body).sort()).toEqual(talkers.flatMap(({ sent }) => sent).sort())
    for (const talker of talkers) {
      await until(() => stored.filter(({ seq }) => !talker.known.has(seq)), [])
      expect(talker.doubled).toBe(0)
      const [lost] = talker.chats
      if (talker.chats.length > 1) expect((await lost?.closed)?.code).toBe(1001)
      talker.chat.socket.terminate()
    }
    expect(talkers.some(({ chats }) => chats.length > 1)).toBe(true)
  })
})
