import { addPark } from '@barkyard/db/testing/parks'
import { cellCentre, cellOf, type Place } from '@barkyard/domain/place'
import type { Park } from '@barkyard/domain/schemas/park'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { playdateOf, walkOf } from '../calls.ts'
import { Client, createDog, ownerWithDog, PASSWORD, photo, signUp } from '../client.ts'
import { Live } from '../live.ts'
import { openChat } from '../socket.ts'

const lines: string[] = []
const app = testApp({ LOG_LEVEL: 'trace' }, { logTo: { write: line => lines.push(line) } })

const HOME = { lat: 48.123456, lng: 16.654321 }

test('two dogs in one cell have the same parks and walks around, also just at the radius, wherever they move within it', async () => {
  const centre = cellCentre(cellOf({ lat: -35.5, lng: 120.5 }))
  const corner = (lat: number, lng: number) => ({ lat: centre.lat + lat * 0.0049, lng: centre.lng + lng * 0.0049 })
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
  for (const parkId of [parks[17], parks[25], parks[29]])
    expect((await host.owner.post('/api/walks', { ...walkOf(), parkId })).status).toBe(200)
  const { owner: searcher } = await ownerWithDog(app.url, {}, around(80, 1))
  const twin = async (place: Place) => {
    const { owner, dog } = await ownerWithDog(app.url, { name: 'Twin' }, place)
    return { owner, match: (await searcher.post<{ matchId: string }>('/api/bark', { toDogId: dog.id })).body.matchId }
  }
  const [one, other] = [await twin(corner(-1, -1)), await twin(corner(1, 1))]
  const lists = async ({ owner, match }: typeof one) => {
    const answers = await Promise.all([
      owner.get<Park[]>('/api/parks?near=yes'),
      owner.get<Park[]>('/api/parks?near=yes&distance=50'),
      owner.get<Walk[]>('/api/walks?near=yes'),
      owner.get<Park[]>(`/api/matches/${match}/parks`),
      // What the other side learns.
      searcher.get<Park[]>(`/api/matches/${match}/parks`),
    ])
    return answers.map(({ body }) => body.map(({ id, distance }) => [id, distance]))
  }
  const before = await lists(one)
  expect(before.map(list => list.length)).toEqual([8, 24, 1, expect.any(Number), expect.any(Number)])
  expect(await lists(other)).toEqual(before)
  for (const at of [corner(1, -1), corner(1, 1), corner(-1, 1)]) {
    await one.owner.patch('/api/user/location', at)
    expect(await lists(one)).toEqual(before)
  }
})

const COORDINATES = ['48.1234', '16.6543', '48.2345', '16.7654']

test('e-mails and places are in no answer, frame or event of another user, and in no log, nor are bodies, passwords and cookies', async () => {
  const email = 'very-secret-address@hidden.test'
  const owner = await signUp(app.url, { email, firstName: 'Hidden', lastName: 'Surname' })
  await owner.patch('/api/user/location', { city: 'Secretville', ...HOME })
  const dog = await createDog(owner)
  await owner.post('/api/active-dog', { dogId: dog.id })
  // Otherwise an accepted playdate names them.
  await owner.patch('/api/preferences', { showFirstName: false })
  const { owner: other } = await ownerWithDog(app.url, {}, { lat: 48.234567, lng: 16.765432 })
  const live = new Live(other)
  await live.started
  const [chat, othersChat] = [await openChat(owner), await openChat(other)]

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
  chat.send({ type: 'message', ...message })
  await othersChat.until(({ messages }) => messages.length >= 2)
  const plan = { ...playdateOf(matchId), notes: 'body of a title' }
  const proposed = await owner.post<{ id: string }>('/api/playdates', plan)
  const paths = ['matches', `matches/${matchId}`, `messages/${matchId}`, 'playdates', 'my-dogs', 'auth/user']
  for (const path of [...paths, 'active-dog']) await keep(other.get(`/api/${path}`))
  await keep(other.patch(`/api/playdates/${proposed.body.id}`, { status: 'accepted' }))
  await keep(other.delete(`/api/dogs/${dog.id}`))
  await keep(other.upload(dog.id, await photo()))
  await keep(other.get('/api/trpc/sniff.search,matches.list?batch=1&input={"0":{}}'))
  await live.until(events => events.filter(({ type }) => type === 'playdate').length === 2)
  // A time may have the digits of a place.
  const received = JSON.stringify([answers, live.events, othersChat.frames]).replaceAll(/T[\d:.]+Z/g, '')
  await live.stop()
  expect(received).toContain(dog.id)
  expect(received).toContain('body of a message')
  for (const text of [email, 'hidden.test', 'Hidden', 'Surname', 'Secretville', '48.12', '16.65'])
    expect(received).not.toContain(text)
  expect(received).not.toContain('private-client-id')
  expect(JSON.stringify((await owner.get('/api/auth/user')).body)).toContain(email)

  const nobody = new Client(app.url)
  await nobody.send('POST', '/api/login', new URLSearchParams({ email, password: PASSWORD }))
  await nobody.post('/api/signup', { email, password: PASSWORD, firstName: 'A', lastName: 'B' })
  // What quotes its input: the parser of JSON.
  await nobody.send('POST', '/api/signup', `{"email":"${email}",`)
  await owner.send('POST', '/api/dogs', 'body of a dog', { origin: `https://${email}` })
  chat.send({ type: 'message', matchId: 'x', senderDogId: dog.id, body: 'body of a message' })
  chat.send(`{"email":"${email}"`)
  await chat.until(({ errors }) => errors.length === 2)
  // PostgreSQL quotes the complete row if a constraint fails, including address and place.
  await sql`ALTER TABLE users ADD CONSTRAINT not_there CHECK (city <> 'Nowhere at all')`.execute(app.services.db)
  for (const call of ['/api/user/location', '/api/trpc/location.set']) {
    const method = call.includes('trpc') ? 'POST' : 'PATCH'
    expect((await owner.send(method, call, { city: 'Nowhere at all', ...HOME })).status).toBe(500)
  }
  for (const { socket } of [chat, othersChat]) socket.terminate()
  await until(
    () => lines.join(''),
    value => value.includes('"23514"'),
  )
  const log = lines.join('').replaceAll(/"responseTime":[\d.]+/g, '')

  expect(log).toContain('/api/user/location')
  expect(lines.length).toBeGreaterThan(100)
  const texts = [email, 'hidden.test', 'Surname', 'Secretville', 'Nowhere at all', PASSWORD]
  const cookies = [owner, other].map(({ cookie }) => cookie?.slice('session='.length) ?? '')
  const sessions = (await app.services.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
  for (const text of [...texts, 'body of a', 'private-client-id', ...cookies, ...sessions, ...COORDINATES])
    expect(log.includes(text) ? text : '').toBe('')
})
