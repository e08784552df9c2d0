import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { until } from '@barkyard/postgres/testing/until'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { webFolder } from '../../src/platform/data-file.ts'
import { callRaw } from '../attacks/raw.ts'
import { Client, createDog, ownerWithDog, PASSWORD, type Person, photo, signUp, twoMatched } from '../client.ts'
import { Live } from '../live.ts'
import { openSocket } from '../socket.ts'
import { hasRedis } from './redis-server.ts'
import { deliveryOf, twoTalkers } from './talk.ts'
import { hasNginx, startTopology, type Topology } from './topology.ts'

/** Pages need the built web app. */
const hasPages = existsSync(join(webFolder(), 'server', 'server.js'))
if (!hasPages) console.log('SKIPPED: pages drawn by two processes need the built web app')

/** The effects of docker-compose.yml's balancer for owners, with its rate limits. */
describe.skipIf(!hasRedis || !hasNginx)('behind nginx', () => {
  let topology: Topology
  let url: string

  beforeAll(async () => {
    topology = await startTopology()
    url = topology.url
  })
  afterAll(() => topology?.stop())

  test('an owner signs in, writes only from the app’s own pages, and finds dogs', async () => {
    const { owner, dog } = await ownerWithDog(url)
    const { owner: other, dog: found } = await ownerWithDog(url)
    const again = new Client(url)
    const credentials = { email: owner.user.email, password: PASSWORD }
    const ours = await again.send('POST', '/api/login', credentials, { origin: url })
    expect(ours.status).toBe(200)
    for (let n = 0; n < 4; n++) {
      const { body } = await again.get<SniffDog[]>('/api/sniff')
      expect(body.map(({ id }) => id)).toContain(found.id)
    }
    expect((await other.get<SniffDog[]>('/api/sniff')).body.map(({ id }) => id)).toContain(dog.id)
    const foreign = await again.send('POST', '/api/login', credentials, { origin: 'http://elsewhere.test' })
    expect(foreign.status).toBe(403)
    await expect(openSocket(url)).rejects.toThrow('401')
  })

  test('a photo of several MB is accepted and served by both processes, and one that is too large is refused', async () => {
    const { owner, dog } = await ownerWithDog(url)
    const noise = await sharp(randomBytes(1500 * 1600 * 3), { raw: { width: 1500, height: 1600, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(noise.length).toBeGreaterThan(7_000_000)
    const { status, body } = await owner.upload(dog.id, noise)
    expect(status).toBe(200)
    const large = await fetch(`${url}${body.urlLarge}`)
    expect([large.status, large.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await sharp(Buffer.from(await large.arrayBuffer())).metadata()).height).toBe(1600)
    for (const { url } of topology.processes) expect((await fetch(`${url}${body.urlThumb}`)).status).toBe(200)
    const refused = await owner.upload(dog.id, Buffer.alloc(8.25 * 1024 * 1024))
    expect([refused.status, refused.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    // nginx answers this before the body, and hangs up on a sender who makes it wait for that.
    const headers = { 'content-length': 30 * 1024 * 1024 }
    const call = request(`${url}/api/photos`, { method: 'POST', headers }).on('error', () => undefined)
    call.flushHeaders()
    const [unread] = (await once(call, 'response')) as [IncomingMessage]
    expect([unread.statusCode, (await json(unread)) as object]).toEqual([
      413,
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
    ])
    call.destroy()
  })

  test.skipIf(!hasPages)('both processes render a user’s page with the dog chosen last', async () => {
    const { owner, dog } = await ownerWithDog(url, { name: 'Pistachio' })
    const other = await createDog(owner, { name: 'Marzipan' })
    const greets = async (url: string, name: string) => {
      const page = await fetch(`${url}/doghouse`, { headers: { cookie: owner.cookie ?? '' } })
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      return (await page.text()).includes(`Welcome back, ${name}!`)
    }
    for (const { id, name } of [dog, other, dog]) {
      expect((await owner.post('/api/active-dog', { dogId: id })).status).toBe(200)
      for (const { url } of topology.processes) await until(() => greets(url, name))
      for (let n = 0; n < 4; n++) expect(await greets(url, name)).toBe(true)
    }
    // Signed-out visitors get the landing page from both.
    await owner.get('/api/logout')
    for (const { url } of topology.processes) {
      const page = async () => (await fetch(`${url}/doghouse`, { headers: { cookie: owner.cookie ?? '' } })).text()
      await until(page, text => text.includes('Find the Perfect Playmate'))
    }
  })

  test('a page receives events of both processes', async () => {
    const { first, second, matchId } = await twoMatched(url)
    const live = new Live(second.owner)
    await live.started
    for (const [n, { url: direct }] of topology.processes.entries()) {
      const sender: Person = Object.assign(new Client(direct), first.owner, { url: direct })
      const notes = `proposed by process ${n}`
      const whenTs = new Date(Date.now() + 86_400_000).toISOString()
      const { status } = await sender.post('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park', notes })
      expect(status).toBe(200)
      await live.until(events => events.some(event => event.type === 'playdate' && event.playdate.notes === notes))
    }
    await live.stop()
  })

  // Only Linux has a second loopback address.
  test.skipIf(process.platform !== 'linux')(
    'limits count real addresses, whatever address a caller claims',
    async () => {
      const { user } = await signUp(url)
      const email = user.email ?? ''
      const limited = async () => {
        for (let n = 0; n < 11; n++) if ((await failedSignIn(url, email, '127.0.0.2')) === 429) return n
        return null
      }
      expect(await limited()).toBe(10)
      expect(await failedSignIn(url, email, '127.0.0.3')).toBe(401)
      expect(await failedSignIn(url, email, '127.0.0.2', '203.0.113.7')).toBe(429)
      // A proxy in front, which ends TLS and is trusted: each of its visitors counts alone, whatever they claim.
      const inFront = (visitor: string) => failedSignIn(url, email, '127.0.0.1', visitor)
      for (let n = 0; n < 10; n++) expect(await inFront('203.0.113.7')).toBe(401)
      expect(await inFront('198.51.100.1, 203.0.113.7')).toBe(429)
      expect(await inFront('203.0.113.7, 203.0.113.9')).toBe(401)
      // Directly to the app: forwarded headers of others are ignored.
      for (const { url: direct } of topology.processes) {
        expect(await failedSignIn(direct, email, '127.0.0.2', '203.0.113.8')).toBe(429)
        expect(await failedSignIn(direct, email, '127.0.0.3')).toBe(401)
      }
    },
  )

  test('owners with sockets on different processes chat; rolling restarts lose and duplicate nothing, and every call is answered', async () => {
    const talkers = await twoTalkers(url)
    let calling = true
    onTestFinished(() => {
      calling = false
      for (const talker of talkers) talker.stop()
    })
    const before = await topology.sockets()
    for (const talker of talkers) await talker.open()
    expect((await topology.sockets()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1])
    for (const talker of talkers) talker.start(150)
    // A message has its clientId only at its sender.
    const received = () => talkers.map(({ chat }) => chat.messages.filter(({ clientId }) => !clientId).length)
    await until(received, counts => counts.every(count => count > 5))
    const png = await photo()
    /** What was answered with another status than 200. */
    const refused: unknown[] = []
    // As fast as the limits allow: 1,200 calls and 120 photos a minute.
    const choose = (owner: Person, dogId: string) => owner.post('/api/active-dog', { dogId })
    const upload = async (owner: Person, dogId: string) => {
      const { status, body } = await owner.upload(dogId, png)
      return status === 200 ? owner.delete(`/api/photos/${body.id}`) : { status, body }
    }
    const calls = [
      { everyMs: 55, call: (owner: Person) => owner.get('/api/matches') },
      { everyMs: 55, call: choose },
      { everyMs: 55, call: choose },
      { everyMs: 520, call: upload },
    ].map(async ({ everyMs, call }) => {
      const { owner, dog } = await ownerWithDog(url)
      while (calling) {
        // The balancer's own answers are in no document.
        const { status, body } = await call(owner, dog.id).catch(error => ({ status: 0, body: String(error) }))
        if (status !== 200) refused.push([call.toString(), status, body])
        await new Promise(resolve => setTimeout(resolve, everyMs))
      }
    })
    for (const one of topology.processes) {
      // A sleeping client does not even answer the close, and the process does not wait for it.
      const asleep = await openSocket(one.url, { cookie: talkers[0].person.cookie ?? '' })
      asleep.socket.pause()
      const counts = () => talkers.map(({ confirmed }) => confirmed.size)
      const before = counts()
      await until(counts, list => list.every((count, index) => count > (before[index] ?? 0) + 5))
      expect(await one.end('SIGTERM')).toBe(0)
      asleep.socket.terminate()
      await one.start()
    }
    calling = false
    await Promise.all(calls)
    expect(refused).toEqual([])
    expect(await deliveryOf(talkers)).toEqual({ lost: [], doubled: 0 })
    for (const { chats, chat } of talkers) {
      // Also "messages were missed", after a stall: both mean to connect again.
      if (chats.length > 1) expect([1001, 1012]).toContain((await chats[0]?.closed)?.code)
      chat.socket.terminate()
    }
    expect(talkers.some(({ chats }) => chats.length > 1)).toBe(true)
  })
})

/** The status of a sign-in with a wrong password, from an address of this machine. */
async function failedSignIn(url: string, email: string, localAddress: string, forwardedFor?: string) {
  const headers = { 'content-type': 'application/json', ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) }
  const body = JSON.stringify({ email, password: 'not the password' })
  return (await callRaw(`${url}/api/login`, { method: 'POST', localAddress, headers }, body)).status
}
