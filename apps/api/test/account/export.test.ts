import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { newId } from '@barkyard/db/queries/ids'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { type TestApp, testApp } from '../app.ts'
import { LOST, playdateOf } from '../calls.ts'
import { createDog, ownerWithDog, PASSWORD, type Person, photo, signUp } from '../client.ts'
import { noticesOf } from '../reports.ts'
import { expectError } from '../shape.ts'
import { unzip } from '../unzip.ts'

const app = testApp()
const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** Requests the archive without reading its body. */
async function startExport(person: Person): Promise<IncomingMessage> {
  const headers = { cookie: person.cookie ?? '', 'content-type': 'application/json' }
  const call = request(`${person.url}/api/account/export`, { method: 'POST', headers, agent: false })
  call.on('error', () => undefined)
  call.end(JSON.stringify({ password: PASSWORD }))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return answer
}

async function exported(person: Person): Promise<Map<string, Buffer>> {
  const answer = await startExport(person)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="barkyard-\d{4}-\d\d-\d\d\.zip"$/)
  return unzip(Buffer.concat(await answer.toArray()))
}

test('an export contains the account’s data, and of others only a dog’s name, breed and id', async () => {
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Ada', bio: 'likes sticks' })
  const second = await createDog(owner, { name: 'Zoe' })
  const pictures = [await photo(), await photo(80, 60)]
  const photos: Photo[] = []
  for (const picture of pictures) photos.push((await owner.upload(dog.id, picture)).body)
  const order = { photoIds: photos.map(({ id }) => id).reverse() }
  expect((await owner.send('PUT', `/api/dogs/${dog.id}/photos`, order)).status).toBe(200)

  // All data of the other side contains a marker word, except their dog's name and breed.
  const secret = 'hidden-word'
  const other = await signUp(app.url, { email: `${secret}@example.test`, firstName: secret, lastName: secret })
  const place = { city: secret, lat: 12.345678, lng: 98.765432 }
  await app.services.db.updateTable('users').set(place).where('id', '=', other.user.id).execute()
  const theirs = await createDog(other, { name: 'Bo', breed: 'Beagle', bio: secret })
  await other.post('/api/active-dog', { dogId: theirs.id })
  await other.upload(theirs.id, await photo())
  const { matchId } = (await owner.post<{ matchId: string }>('/api/bark', { toDogId: theirs.id })).body
  await other.post(`/api/messages/${matchId}`, { body: 'hello' })
  const plan = { ...playdateOf(matchId), notes: 'a walk' }
  const { body: playdate } = await other.post<Playdate>('/api/playdates', plan)
  await owner.patch(`/api/playdates/${playdate.id}`, { status: 'accepted' })
  const began = new Date(Date.now() - 3_600_000)
  await app.services.db.updateTable('playdates').set({ when_ts: began }).where('id', '=', playdate.id).execute()
  await owner.post(`/api/playdates/${playdate.id}/recap`, { met: true, again: false })
  await other.post(`/api/playdates/${playdate.id}/recap`, { met: false, again: true })
  await owner.post('/api/calendar-feed')
  // A match between other dogs.
  const stranger = await ownerWithDog(app.url, { name: 'Rex' })
  await stranger.owner.post('/api/bark', { toDogId: theirs.id })

  const nuisance = await ownerWithDog(app.url, { name: 'Nip' })
  await owner.post('/api/blocks', { dogId: nuisance.dog.id })
  // Who blocked them is not theirs to know.
  const shy = await ownerWithDog(app.url, { name: 'Shy' })
  await shy.owner.post('/api/blocks', { dogId: dog.id })

  await owner.post('/api/reports', { dogId: theirs.id, kind: 'rude', note: 'It barked back' })
  // Reports by others must not be in the archive.
  await stranger.owner.post('/api/reports', { dogId: dog.id, kind: 'spam', note: secret })

  const admin = await newAdmin(app)
  await admin.post(`/api/admin/dogs/${second.id}/hide`, { statement: 'This is a cat' })
  const [notice] = await noticesOf(owner)
  await owner.post('/api/appeals', { noticeId: notice?.id, text: 'It is a small dog' })
  await owner.post('/api/tokens', { name: 'My script' })

  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  await owner.post('/api/push/endpoints', { endpoint: 'https://fcm.googleapis.com/fcm/send/export', keys })

  // The dog is new, so its search waits for a moderator. What only its owner knows is in the archive alone.
  await owner.post(`/api/dogs/${dog.id}/lost`, { ...LOST, mark: 'a white toe' })
  const files = await exported(owner)
  expect([...files.keys()]).toEqual([
    ...['README.txt', 'account.json', 'dogs.json', 'matches.json', 'playdates.json', 'walks.json', 'safety.json'],
    ...['parks.json', 'lost.json', 'skips.json', 'verifications.json', 'notifications.json'],
    ...[`photos/${dog.id}/1.webp`, `photos/${dog.id}/2.webp`],
  ])
  const json = (name: string): unknown => JSON.parse(files.get(name)?.toString() ?? '')
  expect(json('lost.json')).toMatchObject({ searches: [{ dog: { id: dog.id }, mark: 'a white toe' }], sightings: [] })
  const { id, email, firstName, lastName } = owner.user
  expect(json('account.json')).toMatchObject({
    ...{ id, email, firstName, lastName, lat: 37.7749, lng: -122.4194 },
    calendarAddressSince: expect.any(String),
    preferences: expect.objectContaining({ timeZone: null, digest: 'none' }),
    tokens: [{ name: 'My script', scopes: ['read', 'write'] }],
    pushDevices: [{ device: 'node', createdAt: expect.any(String) }],
  })
  expect(json('dogs.json')).toMatchObject([
    { id: dog.id, name: 'Ada', bio: 'likes sticks', photos: [photos[1], photos[0]] },
    { id: second.id, name: 'Zoe', photos: [] },
  ])
  expect(json('matches.json')).toEqual([
    {
      id: matchId,
      dogId: dog.id,
      otherDog: { id: theirs.id, name: 'Bo', breed: 'Beagle' },
      messages: [
        expect.objectContaining({ seq: 1, senderDogId: dog.id }),
        expect.objectContaining({ seq: 2, senderDogId: theirs.id }),
      ],
    },
  ])
  expect(json('playdates.json')).toEqual([
    {
      ...{ id: playdate.id, matchId, whenTs: began.toISOString(), notes: 'a walk' },
      ...{ parkId: 'dolores', parkName: 'Dolores Park', timeZone: 'America/Los_Angeles' },
      ...{ status: 'accepted', proposerDogId: theirs.id, changes: null, signals: [] },
      ...{ cancelledAt: null, cancelReason: null },
      // Not the other side's text.
      recaps: [{ dogId: dog.id, met: true, again: false, at: expect.any(String) }],
    },
  ])
  const { body: notifications } = await owner.get<unknown[]>('/api/notifications')
  expect(notifications.length).toBeGreaterThan(0)
  expect(json('notifications.json')).toEqual(notifications)
  expect(files.get('account.json')?.toString()).not.toContain('fcm.googleapis.com')
  expect(json('safety.json')).toMatchObject({
    blocks: [{ kind: 'owner', dog: { id: nuisance.dog.id, name: 'Nip' } }],
    reports: [{ dogName: 'Bo', kind: 'rude', notes: ['It barked back'], outcome: null }],
    notices: [{ action: 'hide-dog', statement: 'This is a cat', appeal: { text: 'It is a small dog' } }],
  })
  for (const [index, { urlLarge }] of [photos[1], photos[0]].map(one => one as Photo).entries()) {
    const served = await fetch(`${app.url}${urlLarge}`, { headers: { cookie: owner.cookie ?? '' } })
    const exact = Buffer.from(await served.arrayBuffer())
    expect(files.get(`photos/${dog.id}/${index + 1}.webp`)?.equals(exact)).toBe(true)
  }
  for (const name of files.keys())
    if (name.endsWith('.json')) expect(files.get('README.txt')?.toString()).toContain(name)
  const text = [...files.values()].map(file => file.toString('latin1')).join('\n')
  for (const word of [secret, '12.345678', '98.765432', other.user.id, stranger.dog.id, shy.dog.id])
    expect(text).not.toContain(word)
  // Nobody gets one while they act as somebody else's dog.
  await admin.post(`/api/admin/impersonate-dog/${dog.id}`)
  expectError(await admin.post('/api/account/export', { password: PASSWORD }), 403, 'acting-as-another-dog')
})

/** Stores photos of random bytes, which cannot be compressed, as uploads would store them. */
async function addPhotos(to: TestApp, dogId: string, count: number, bytes: number): Promise<void> {
  const rows = Array.from({ length: count }, () => ({ id: newId(), dog_id: dogId, key: newId() }))
  for (const { key } of rows) await to.services.photos.save(key, { thumb: Buffer.alloc(1), large: randomBytes(bytes) })
  await to.services.db.insertInto('photos').values(rows).execute()
}

const isLinux = existsSync('/proc/self/fd')
/** Photo files of an app that this process has open. */
function openPhotos({ dataDir }: TestApp): string[] {
  const target = (fd: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      // The descriptor of the folder that is being read.
      return ''
    }
  }
  return readdirSync('/proc/self/fd')
    .map(target)
    .filter(path => path.startsWith(dataDir))
}

test('10,000 messages and 300 photos are streamed with constant memory', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const other = await ownerWithDog(app.url)
  const { matchId } = (await owner.post<{ matchId: string }>('/api/bark', { toDogId: other.dog.id })).body
  await sql`
    INSERT INTO messages (match_id, seq, id, sender_dog_id, body)
    SELECT ${matchId}, n, gen_random_uuid(), ${dog.id}, repeat('woof ', 100) FROM generate_series(2, 10000) n
  `.execute(app.services.db)
  await addPhotos(app, dog.id, 300, 400 * KILOBYTE)

  const before = process.memoryUsage().rss
  let most = before
  let bytes = 0
  const answer = await startExport(owner)
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    most = Math.max(most, process.memoryUsage().rss)
  }
  const growth = (most - before) / MEGABYTE
  console.log(`an export of ${Math.round(bytes / MEGABYTE)} MB: ${Math.round(growth)} MB more of memory`)
  expect(bytes).toBeGreaterThan(115 * MEGABYTE)
  expect(growth).toBeLessThan(80)
})

test.runIf(isLinux)('no file stays open and no query keeps running after the client hangs up', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  await addPhotos(app, dog.id, 3, 8 * MEGABYTE)
  const answer = await startExport(owner)
  // The body is not read, so the archive stops in the middle of the first photo.
  answer.pause()
  await until(
    () => openPhotos(app),
    list => list.length === 1,
  )
  answer.destroy()
  await until(() => openPhotos(app), [])
  expect((await exported(owner)).size).toBe(15)
})
