import { addPark } from '@barkyard/db/testing/parks'
import { cellCentre, cellOf } from '@barkyard/domain/place'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import type { Park } from '@barkyard/domain/schemas/park'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, createDog, ownerWithDog, PASSWORD, type Person, photo, signUp } from '../client.ts'
import { Live } from '../live.ts'
import { type Chat, openChat, openSocket } from '../socket.ts'

const lines: string[] = []
const app = testApp({ LOG_LEVEL: 'trace' }, { logTo: { write: line => lines.push(line) } })

const HOME = { lat: 48.123456, lng: 16.654321 }

describe('two dogs in one cell', () => {
  const centre = cellCentre(cellOf({ lat: -35.5, lng: 120.5 }))
  const corner = (lat: number, lng: number) => ({ lat: centre.lat + lat * 0.0049, lng: centre.lng + lng * 0.0049 })
  let searcher: Person
  let twins: { owner: Person; id: string }[]
  beforeAll(async () => {
    searcher = (await ownerWithDog(app.url, {}, null)).owner
    twins = []
    for (const place of [corner(-1, -1), corner(1, 1)]) {
      const { owner, dog } = await ownerWithDog(app.url, { name: 'Twin' }, place)
      twins.push({ owner, id: dog.id })
    }
  })

  /** The answers about both dogs for a searcher at a place. */
  async function seen(query = ''): Promise<unknown[]> {
    const { body, headers } = await searcher.get<SniffDog[]>(`/api/sniff?distance=10${query}`)
    const pages = await Promise.all(twins.map(({ id }) => searcher.get<SniffDog>(`/api/dogs/${id}`)))
    return twins.map(({ id }, index) => {
      const found = body.find(dog => dog.id === id)
      return [
        found?.distance,
        found?.compatibility,
        pages[index]?.body.distance,
        pages[index]?.body.compatibility,
        headers.get('x-total-count'),
      ]
    })
  }

  test('look the same, also when they or the searcher move within a cell', async () => {
    const at = { lat: centre.lat + 0.05, lng: centre.lng }
    const here = cellCentre(cellOf(at))
    await searcher.patch('/api/user/location', at)
    const before = await seen()
    expect(before[0]).toEqual(before[1])
    for (const [lat, lng] of [
      [-0.0049, 0.0049],
      [0, 0],
      [0.0049, -0.0049],
    ] as const) {
      await twins[0]?.owner.patch('/api/user/location', { lat: centre.lat + lat, lng: centre.lng + lng })
      expect(await seen()).toEqual(before)
      await searcher.patch('/api/user/location', { lat: here.lat + lat, lng: here.lng + lng })
      expect(await seen()).toEqual(before)
    }
  })

  test('have the same parks and walks around, also just at the radius, wherever they move within the cell', async () => {
    /** So many km from the centre of the cell, in one of eight directions. */
    const around = (km: number, eighth: number) => {
      const lat = centre.lat + (km / 111.195) * Math.sin((eighth * Math.PI) / 4)
      const lng = (km / 111.195) * Math.cos((eighth * Math.PI) / 4)
      return { lat, lng: centre.lng + lng / Math.cos((((lat + centre.lat) / 2) * Math.PI) / 180) }
    }
    // Measured from a corner of the cell, one of each pair would be on the other side of the radius.
    const parks: string[] = []
    for (const km of [24.6, 25.4, 49.6, 50.4])
      for (let eighth = 0; eighth < 8; eighth++)
        parks.push(await addPark(app.services.db, { name: `Park ${km} ${eighth}`, ...around(km, eighth) }))
    const host = await ownerWithDog(app.url, {}, around(49.6, 1))
    const whenTs = new Date(Date.now() + 86_400_000).toISOString()
    for (const parkId of [parks[17], parks[25], parks[29]]) {
      const walk = { whenTs, parkId, title: 'At the edge', maxDogs: 3 }
      expect((await host.owner.post('/api/walks', walk)).status).toBe(200)
    }
    await searcher.patch('/api/user/location', around(80, 1))
    const bark = async (toDogId: string) => (await searcher.post<{ matchId: string }>('/api/bark', { toDogId })).body
    const matches = await Promise.all(twins.map(async ({ id }) => (await bark(id)).matchId))
    const lists = async (index: number) => {
      const owner = twins[index]?.owner as Person
      const answers = await Promise.all([
        owner.get<Park[]>('/api/parks?near=yes'),
        owner.get<Park[]>('/api/parks?near=yes&distance=50'),
        owner.get<Walk[]>('/api/walks?near=yes'),
        owner.get<Park[]>(`/api/matches/${matches[index]}/parks`),
        // What the other side learns.
        searcher.get<Park[]>(`/api/matches/${matches[index]}/parks`),
      ])
      return answers.map(({ body }) => body.map(({ id, distance }) => [id, distance]))
    }
    const before = await lists(0)
    expect(before.map(list => list.length)).toEqual([8, 24, 1, expect.any(Number), expect.any(Number)])
    expect(await lists(1)).toEqual(before)
    for (const at of [corner(1, -1), corner(1, 1), corner(-1, 1)]) {
      await twins[0]?.owner.patch('/api/user/location', at)
      expect(await lists(0)).toEqual(before)
    }
  })
})

describe('e-mails and places', () => {
  let secret: { owner: Person; dogId: string; email: string }
  let other: Person
  let received: string
  let chats: Chat[]

  beforeAll(async () => {
    const email = 'very-secret-address@hidden.test'
    const owner = await signUp(app.url, { email, firstName: 'Hidden', lastName: 'Surname' })
    await owner.patch('/api/user/location', { city: 'Secretville', ...HOME })
    const dog = await createDog(owner)
    await owner.post('/api/active-dog', { dogId: dog.id })
    // Otherwise an accepted playdate names them.
    await owner.patch('/api/preferences', { showFirstName: false })
    secret = { owner, dogId: dog.id, email }
    other = (await ownerWithDog(app.url, {}, { lat: 48.234567, lng: 16.765432 })).owner
    const live = new Live(other)
    await live.started
    chats = [await openChat(owner), await openChat(other)]

    const answers: unknown[] = []
    const keep = async (call: Promise<{ status: number; body: unknown; headers: Headers }>) => {
      const { body, headers, status } = await call
      answers.push([status, body, [...headers]])
      return body
    }
    await keep(other.get('/api/sniff'))
    await keep(other.get(`/api/dogs/${dog.id}`))
    const { matchId } = (await keep(other.post('/api/bark', { toDogId: dog.id }))) as { matchId: string }
    const message = { matchId, senderDogId: dog.id, body: 'body of a message', clientId: 'private-client-id' }
    chats[0]?.send({ type: 'message', ...message })
    await chats[1]?.until(({ messages }) => messages.length >= 2)
    const whenTs = new Date(Date.now() + 86_400_000).toISOString()
    const plan = { matchId, whenTs, parkName: 'Crissy Field', notes: 'body of a title' }
    const proposed = await owner.post<{ id: string }>('/api/playdates', plan)
    const paths = ['matches', `matches/${matchId}`, `messages/${matchId}`, 'playdates', 'my-dogs', 'auth/user']
    for (const path of [...paths, 'active-dog']) await keep(other.get(`/api/${path}`))
    await keep(other.patch(`/api/playdates/${proposed.body.id}`, { status: 'accepted' }))
    await keep(other.delete(`/api/dogs/${dog.id}`))
    await keep(other.upload(dog.id, await photo()))
    await keep(other.get('/api/trpc/sniff.search,matches.list?batch=1&input={"0":{}}'))
    await live.until(events => events.filter(({ type }) => type === 'playdate').length === 2)
    // A time may have the digits of a place.
    received = JSON.stringify([answers, live.events, chats[1]?.frames]).replaceAll(/T[\d:.]+Z/g, '')
    await live.stop()
  })

  const COORDINATES = ['48.1234', '16.6543', '48.2345', '16.7654']

  test('of other users are in no answer, frame or event', async () => {
    expect(received).toContain(secret.dogId)
    expect(received).toContain('body of a message')
    for (const text of [secret.email, 'hidden.test', 'Hidden', 'Surname', 'Secretville', '48.12', '16.65'])
      expect(received).not.toContain(text)
    expect(received).not.toContain('private-client-id')
    expect(JSON.stringify((await secret.owner.get('/api/auth/user')).body)).toContain(secret.email)
  })

  test('are never logged, even for errors, and neither are bodies, passwords and cookies', async () => {
    const { owner, email } = secret
    const nobody = new Client(app.url)
    await nobody.post('/api/login', { email, password: 'secret-wrong-guess' })
    await nobody.send('POST', '/api/login', new URLSearchParams({ email, password: PASSWORD }))
    await nobody.post('/api/signup', { email, password: PASSWORD, firstName: 'A', lastName: 'B' })
    await nobody.send('POST', '/api/signup', `{"email":"${email}",`)
    await nobody.get(`/api/login?email=${email}&lat=${HOME.lat}`)
    await owner.get(`/api/nothing?email=${email}`)
    await owner.get(`/api/places?query=${email}`)
    await owner.get(`/api/%zz?email=${email}`)
    await owner.send('POST', '/api/dogs', 'body of a dog', { origin: `https://${email}` })
    await owner.post('/api/trpc/location.set', { lat: 'x', lng: HOME.lng, city: email })
    await expect(openSocket(app.url, { origin: 'https://evil.test', cookie: owner.cookie ?? '' })).rejects.toThrow(
      '403',
    )
    for (const frame of [
      '{"email":"',
      { type: 'message', matchId: 'x', senderDogId: secret.dogId, body: 'body of a message' },
    ])
      chats[0]?.send(frame)
    await chats[0]?.until(({ errors }) => errors.length === 2)
    // PostgreSQL quotes the complete row if a constraint fails, including address and place.
    await sql`ALTER TABLE users ADD CONSTRAINT not_there CHECK (city <> 'Nowhere at all')`.execute(app.services.db)
    for (const call of ['/api/user/location', '/api/trpc/location.set']) {
      const method = call.includes('trpc') ? 'POST' : 'PATCH'
      expect((await owner.send(method, call, { city: 'Nowhere at all', ...HOME })).status).toBe(500)
    }
    for (const { socket } of chats) socket.terminate()
    await until(
      () => lines.join(''),
      value => value.includes('"23514"'),
    )
    const log = lines.join('').replaceAll(/"responseTime":[\d.]+/g, '')

    expect(log).toContain('/api/user/location')
    expect(lines.length).toBeGreaterThan(100)
    const values = [email, 'hidden.test', 'Surname', 'Secretville', 'Nowhere at all', PASSWORD]
    values.push('secret-wrong-guess', 'body of a', 'private-client-id')
    const cookies = [owner, other].map(({ cookie }) => cookie?.slice('session='.length) ?? '')
    const sessions = (await app.services.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
    for (const text of [...values, ...cookies, ...sessions, ...COORDINATES])
      expect(log.includes(text) ? text : '').toBe('')
  })
})
