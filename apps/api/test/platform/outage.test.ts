import type { Socket } from 'node:net'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { atPort, dialDatabase, type Line, startLine } from '@barkyard/postgres/testing/line'
import { until } from '@barkyard/postgres/testing/until'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { listeningChat, openChat } from '../chats.ts'
import { annAndBob, Client, ownerWithDog, PASSWORD, type Person, photo, twoMatched } from '../client.ts'
import { statuses } from '../limits.ts'
import { photoFiles, photosOf } from '../photo-files.ts'
import { expectError } from '../shape.ts'

/** A proxy to the database that can be cut and restored, and can break during an answer. */
class Wire {
  readonly #databaseUrl: string
  #line: Line | undefined
  #losing: string[] = []
  #sentBefore = ''
  /** Connections whose current transaction has sent a text. */
  readonly #concerned = new Set<Socket>()
  #lost = () => {}

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  /** @returns the database's URL through it, always the same. */
  async mend(): Promise<string> {
    const pass = (near: Socket, far: Socket) => {
      near.on('data', sent => {
        // Another transaction of the same connection, perhaps of a background job.
        if (/begin/i.test(sent.toString('latin1'))) this.#concerned.delete(near)
        if (sent.includes(this.#sentBefore)) this.#concerned.add(near)
      })
      near.pipe(far)
      far.on('data', answer => {
        if (this.#sentBefore !== '' && !this.#concerned.has(near)) return near.write(answer)
        const losing = this.#losing.filter(text => !answer.includes(text))
        if (losing.length === this.#losing.length) return near.write(answer)
        this.#losing = losing
        return losing.length === 0 && this.#lost()
      })
    }
    this.#line = await startLine(() => dialDatabase(this.#databaseUrl), pass, this.#line?.port ?? (await freePort()))
    return atPort(this.#databaseUrl, this.#line.port)
  }

  /** Drops the answer to the next COMMIT of a transaction that has sent `text`, then cuts. The commit takes effect. */
  cutAtCommitOf(text: string): Promise<void> {
    this.#sentBefore = text
    this.#concerned.clear()
    return this.#cutAt(['COMMIT\0'])
  }

  /** Drops the next answers that contain these texts, then cuts. Their statements take effect without a confirmation. */
  cutAtAnswers(...texts: string[]): Promise<void> {
    this.#sentBefore = ''
    return this.#cutAt(texts)
  }

  #cutAt(texts: string[]): Promise<void> {
    this.#losing = texts
    return new Promise(resolve => {
      this.#lost = () => resolve(this.cut())
    })
  }

  async cut(): Promise<void> {
    await this.#line?.stop()
  }
}

let app: TestApp
let databaseUrl: string
let wire: Wire
let close: () => Promise<void>
let ann: Person
let ada: string
let matchId: string

beforeAll(async () => {
  const database = await createTestDatabase()
  wire = new Wire(database.url)
  databaseUrl = await wire.mend()
  app = await startApp(databaseUrl)
  close = async () => {
    await app.stop()
    await wire.cut()
    await database.drop()
  }
  ;({ ann, ada, matchId } = await annAndBob(app.url))
})
afterAll(() => close())

test('while the database is unavailable, everything reports it, loses nothing, and recovers without a restart', async () => {
  const chat = await openChat(ann)
  chat.send({ type: 'message', matchId, senderDogId: ada, body: 'before' })
  await chat.until(({ messages }) => messages.length === 1)
  const files = (await photoFiles(app)).length

  const limited = await startApp(databaseUrl, { RATE_LIMIT: '1' })
  onTestFinished(() => limited.stop())
  const signIn = () => new Client(limited.url).post('/api/login', { email: ann.user.email, password: PASSWORD })

  await wire.cut()
  const calls = [
    ann.get('/api/my-dogs'),
    ann.get('/api/sniff'),
    ann.post('/api/bark', { toDogId: crypto.randomUUID() }),
    ann.patch('/api/user/location', { lat: 1, lng: 1 }),
    ann.upload(ada, await photo()),
    new Client(app.url).post('/api/login', { email: ann.user.email, password: PASSWORD }),
    ann.get('/api/logout'),
  ]
  for (const answer of await Promise.all(calls)) {
    expectError(answer, 503, 'SERVICE_UNAVAILABLE')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const form = new URLSearchParams({ email: ann.user.email, password: PASSWORD })
  const page = await new Client(app.url).send<string>('POST', '/api/login', form)
  expect([page.status, page.headers.has('retry-after')]).toEqual([503, true])
  expect(page.body).toContain('The database cannot be reached')
  expect(page.body).toContain(`value="${ann.user.email}"`)
  const trpc = await ann.get<{ error: { data: unknown } }>('/api/trpc/dogs.mine')
  expect(trpc.status).toBe(503)
  expect(trpc.body.error.data).toMatchObject({ code: 'SERVICE_UNAVAILABLE', httpStatus: 503 })
  expect(Number(trpc.headers.get('retry-after'))).toBeGreaterThan(0)
  expectError(await new Client(app.url).get('/api/my-dogs'), 401)
  expect((await ann.get('/api/health')).status).toBe(503)
  for (const path of ['/api/live', '/']) expect((await ann.get(path)).status).toBe(200)

  expect(await statuses(12, signIn)).toEqual(Array(12).fill(503))

  const frame = { type: 'message', matchId, senderDogId: ada, body: 'during', clientId: 'try' }
  chat.send(frame)
  await chat.until(({ errors }) => errors.length === 1)
  expect(chat.errors[0]).toMatchObject({ clientId: 'try', message: expect.stringMatching(/database/) })

  await wire.mend()
  await until(async () => (await ann.get('/api/health')).status, 200)
  expect((await ann.get('/api/my-dogs')).status).toBe(200)
  // What failed was no wrong password.
  expect((await signIn()).status).toBe(200)
  chat.send(frame)
  await chat.until(({ messages }) => messages.length === 2)
  expect(chat.messages.map(({ seq }) => seq)).toEqual([2, 3])
  expect((await photoFiles(app)).length).toBe(files)
})

test('a photo whose commit was not confirmed keeps its files', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const png = await photo()
  // Background jobs commit too.
  const cut = wire.cutAtCommitOf(dog.id)
  expectError(await owner.upload(dog.id, png), 503, 'SERVICE_UNAVAILABLE')
  await cut
  await wire.mend()
  const photos = await photosOf(owner, dog.id)
  expect(photos).toHaveLength(1)
  for (const { urlThumb, urlLarge } of photos ?? [])
    for (const url of [urlThumb, urlLarge]) expect((await fetch(`${app.url}${url}`)).status).toBe(200)
})

test('messages stored just before a long outage are delivered after it, before later ones', async () => {
  const quiet = await pairOfChats()
  const busy = await pairOfChats()
  const cut = wire.cutAtAnswers('sent last', 'sent before')
  quiet.say('sent last')
  busy.say('sent before')
  await cut
  for (const { mouth } of [quiet, busy]) await mouth.until(({ errors }) => errors.length === 1)

  await wire.mend()
  busy.say('sent then')
  for (const chat of [busy.ear, busy.mouth]) {
    await chat.until(({ messages }) => messages.some(({ body }) => body === 'sent then'))
    expect(chat.messages.map(({ body }) => body)).toEqual(['sent before', 'sent then'])
  }
  for (const chat of [quiet.ear, quiet.mouth]) {
    await chat.until(({ messages }) => messages.length > 0)
    expect(chat.messages.map(({ body }) => body)).toEqual(['sent last'])
  }
  expect(quiet.mouth.messages[0]?.clientId).toBe('sent last')
})

/** Two chatting owners: one sends, the other receives. */
async function pairOfChats() {
  const { first, second, matchId } = await twoMatched(app.url)
  const [mouth, ear] = [await listeningChat(first.owner), await listeningChat(second.owner)]
  const say = (body: string) =>
    mouth.send({ type: 'message', matchId, senderDogId: first.dog.id, body, clientId: body })
  return { say, mouth, ear }
}
