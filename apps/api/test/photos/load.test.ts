import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { explore, isWhole } from '@barkyard/db/testing/explore'
import { until } from '@barkyard/postgres/testing/until'
import { describe, expect, test } from 'vitest'
import { DecoderPool } from '../../src/platform/storage/decoder-pool.ts'
import { BUILT_DECODER } from '../../testing/built-app.ts'
import { testApp } from '../app.ts'
import { connectTo } from '../attacks/raw.ts'
import { ownerWithDog, type Person, photo } from '../client.ts'
import { interlacedPng, progressiveJpeg } from '../pictures.ts'

const app = testApp()
const limited = testApp({ RATE_LIMIT: '1' })
const MEGABYTE = 1024 * 1024
/** Of large pictures: 50 megapixels, the most that is taken, or fewer that are large too. */
const SIDE = explore(3000, 7071)
/** A picture that takes long. */
const COSTLY = interlacedPng(2500)

/** Resident memory of this process and its children, in MB. */
function residentMegabytes(): number {
  const children = readdirSync('/proc/self/task').flatMap(task =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  const rss = (pid: string) => {
    const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }
  return ['self', ...children].map(rss).reduce((sum, one) => sum + one, 0)
}

/** One process that decodes. */
const poolOf = (options?: { memory?: number; cpuMs?: number }) =>
  new DecoderPool({ processes: 1, program: BUILT_DECODER, ...options })

describe('expensive pictures', () => {
  /** One process that decodes, and whose pictures it has done, in order. */
  function onePool() {
    const pool = poolOf()
    const done: string[] = []
    const decode = (user: string, bytes: Buffer) => pool.makePhoto(user, bytes).then(() => void done.push(user))
    return { pool, done, decode }
  }

  test('of one owner take turns with those of others, who wait for one or two', async () => {
    const [costly, plain] = [await interlacedPng(1500), await photo()]
    const { pool, done, decode } = onePool()
    const uploads = Array.from({ length: 4 }, () => decode('attacker', costly))
    await decode('other', plain)
    expect(done.indexOf('other')).toBeLessThanOrEqual(2)
    await Promise.all(uploads)
    pool.close()
  })

  test.runIf(isWhole && existsSync('/proc/self/task'))(
    'take no more memory together than one of the largest does',
    async () => {
      const largest = await interlacedPng(SIDE)
      const senders = [await ownerWithDog(app.url), await ownerWithDog(app.url)]
      const before = residentMegabytes()
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, residentMegabytes())
      }, 20)
      const answers = await Promise.all(senders.map(({ owner, dog }) => owner.upload(dog.id, largest)))
      clearInterval(watch)
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      console.log(`two PNGs of 50 megapixels at once: ${Math.round(most - before)} MB more`)
      expect(most - before).toBeLessThan(750)
    },
    240_000,
  )

  test('hold back no ordinary one: large pictures wait for each other alone', async () => {
    const large = await progressiveJpeg(SIDE)
    expect(large.length).toBeLessThan(MEGABYTE)
    const { pool, done, decode } = onePool()
    const plain = await photo()
    // Both kinds of processes run.
    await Promise.all([decode('warm', plain), decode('warm too', large)])
    const attackers = ['one', 'two'].map(user => decode(user, large))
    await decode('owner', plain)
    expect(done).not.toContain('two')
    await Promise.all(attackers)
    pool.close()
  })

  test('are counted by the time that they take', async () => {
    const { owner, dog } = await ownerWithDog(limited.url)
    const left = (headers: Headers) => Number(/"decoding";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    const first = await owner.upload(dog.id, await COSTLY)
    expect([first.status, left(first.headers)]).toEqual([200, 300])
    await until(
      async () => left((await owner.upload(dog.id, await photo())).headers),
      value => value < 300,
    )
    await limited.services.limits.spend('decoding', owner.user.id, 300)
    expect(await owner.upload(dog.id, await photo())).toMatchObject({ status: 429 })
    const other = await ownerWithDog(limited.url)
    expect((await other.owner.upload(other.dog.id, await photo())).status).toBe(200)
  })

  test('give back their turn and their memory, however they end', async () => {
    // Each picture needs all of the memory, so one that kept it would block the next.
    const [pool, impatient] = [{}, { cpuMs: 50 }].map(options => poolOf({ memory: 1, ...options }))
    const [plain, large, costly] = [await photo(), await progressiveJpeg(3000), await COSTLY]
    const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
    const ends = async (made: Promise<unknown> | undefined) => made?.then(() => 'made').catch(({ message }) => message)
    for (const bytes of [plain, large]) {
      expect(await ends(pool?.makePhoto('somebody', cut(bytes)))).toMatch(/cannot be read/)
      expect(await ends(pool?.makePhoto('somebody', bytes))).toBe('made')
    }
    const refused = { code: 'UNSUPPORTED_MEDIA_TYPE', message: expect.stringContaining('takes too long') }
    for (const _ of [1, 2]) await expect(impatient?.makePhoto('somebody', costly)).rejects.toMatchObject(refused)
    for (const one of [pool, impatient]) one?.close()
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Shared by all uploads, because only the server's memory is measured. */
const sevenMegabytes = Buffer.alloc(7 * MEGABYTE)

/** An upload of 8 MB of which 7 MB arrive. */
async function begin(url: string, { cookie }: Person, dogId: string) {
  const socket = await connectTo(url)
  let answer = ''
  socket.on('data', data => {
    answer += data
  })
  const head = ['Host: x', `Cookie: ${cookie}`, 'Content-Type: multipart/form-data; boundary=b']
  socket.write(['POST /api/photos HTTP/1.1', ...head, `Content-Length: ${8 * MEGABYTE}`, '', ''].join('\r\n'))
  socket.write(`--b\r\nContent-Disposition: form-data; name="dogId"\r\n\r\n${dogId}\r\n`)
  socket.write('--b\r\nContent-Disposition: form-data; name="photo"; filename="x.png"\r\n\r\n')
  socket.write(sevenMegabytes)
  return { socket, answer: () => answer }
}

test('uploads that never end use bounded memory, and do not block others forever', async () => {
  const senders = await Promise.all(Array.from({ length: 10 }, () => ownerWithDog(app.url)))
  // What earlier tests left would be freed meanwhile, and hide what is held.
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const uploads = await Promise.all(
    senders.flatMap(({ owner, dog }) => Array.from({ length: 8 }, () => begin(app.url, owner, dog.id))),
  )
  try {
    const held = () => process.memoryUsage().arrayBuffers - before
    // As many uploads as fit have arrived, so the next one waits.
    await until(held, value => value > 100 * MEGABYTE)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, held())
    }, 20)
    const other = await ownerWithDog(app.url)
    expect((await other.owner.upload(other.dog.id, await photo())).status).toBe(200)
    clearInterval(watch)
    console.log(`80 uploads of 7 MB under way held ${Math.round(most / MEGABYTE)} MB`)
    expect(most).toBeLessThan(250 * MEGABYTE)
    const refused = () => uploads.map(({ answer }) => answer()).filter(answer => answer.startsWith('HTTP/1.1 503'))
    await until(() => refused().length > 0)
    for (const answer of refused()) expect(answer).toMatch(/retry-after: 5/i)
  } finally {
    for (const { socket } of uploads) socket.destroy()
  }
})
