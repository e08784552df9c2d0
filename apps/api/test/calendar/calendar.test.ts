import type { Playdate } from '@barkyard/domain/schemas/playdate'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { annAndBob, Client, createDog, ownerWithDog, type Person } from '../client.ts'
import { expectError } from '../shape.ts'
import { iso as at, DAY, HOUR } from '../times.ts'
import { eventsOf, python, pythonEventsOf } from './read-calendar.ts'

/** The Saturday before summer time ends in San Francisco. */
const NOW = Date.parse('2026-10-31T12:00:00Z')

let clock = NOW
const lines: string[] = []
const app = testApp(
  { PUBLIC_URL: 'https://yard.example', LOG_LEVEL: 'trace' },
  { now: () => new Date(clock), logTo: { write: line => void lines.push(line) } },
)

let ann: Person
let bob: Person
let ada: string
let matchId: string
beforeEach(async () => {
  clock = NOW
  ;({ ann, bob, ada, matchId } = await annAndBob(app.url))
})

async function propose(whenTs: string, fields: object = {}): Promise<Playdate> {
  const plan = { matchId, whenTs, parkName: 'Dolores Park', ...fields }
  const { status, body } = await ann.post<Playdate>('/api/playdates', plan)
  expect(status).toBe(200)
  return body
}
async function agreed(whenTs: string, fields: object = {}): Promise<Playdate> {
  const { id } = await propose(whenTs, fields)
  return (await bob.patch<Playdate>(`/api/playdates/${id}`, { status: 'accepted' })).body
}
const move = (person: Person, id: string, verb: string, body: object) =>
  person.post(`/api/playdates/${id}/${verb}`, body)

/** Creates a calendar feed for a user. @returns its path. */
async function subscribe(person: Person): Promise<string> {
  const { status, body } = await person.post<{ url: string }>('/api/calendar-feed')
  expect(status).toBe(200)
  expect(body.url).toMatch(/^https:\/\/yard\.example\/calendar\/[\w-]{43}\.ics$/)
  return new URL(body.url).pathname
}
const visitorGet = (path: string) => new Client(app.url).get(path)
async function read(path: string, person: Client = new Client(app.url)): Promise<string> {
  const { status, headers, body } = await person.get<string>(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  return body
}

test('each step is in the file of a playdate, for both sides and no others, and once agreed in the subscribed calendar', async () => {
  const feed = await subscribe(ann)
  expect(eventsOf(await read(feed))).toEqual([])
  const { id } = await propose('2026-11-05T17:00:00Z')
  const path = `/api/playdates/${id}/ics`
  const text = await read(path, ann)
  const start = '2026-11-05T17:00:00.000Z'
  const uid = `playdate-${id}@yard.example`
  expect(eventsOf(text)).toEqual([
    {
      ...{ uid, start, end: '2026-11-05T18:00:00.000Z', summary: 'Playdate with Bo', sequence: 1, status: 'TENTATIVE' },
      location: 'Dolores Park\nDolores St & 19th St, San Francisco, CA 94114',
      url: `https://yard.example/playdates#playdate-${id}`,
    },
  ])
  expect(eventsOf(await read(path, bob))).toMatchObject([{ uid, summary: 'Playdate with Ada' }])
  for (const word of ['ORGANIZER', 'ATTENDEE', 'Robin', 'Hale', ann.user.email, 'TZID', 'DTSTART;'])
    expect(text).not.toContain(word)
  // iOS opens its calendar. An attachment it would only save.
  expect((await ann.get(path)).headers.get('content-disposition')).toBe('inline; filename="playdate.ics"')
  expectError(await (await ownerWithDog(app.url)).owner.get(path), 404, 'NOT_FOUND')
  expect(eventsOf(await read(feed))).toEqual([])
  const both = async (event: object) => {
    for (const file of [await read(path, ann), await read(feed)]) expect(eventsOf(file)).toMatchObject([event])
  }
  await bob.patch(`/api/playdates/${id}`, { status: 'accepted' })
  await both({ uid, start, sequence: 2, status: 'CONFIRMED' })
  await move(ann, id, 'counter', { whenTs: '2026-11-05T23:00:00Z' })
  await both({ uid, start, sequence: 3 })
  await move(bob, id, 'answer-change', { accept: true })
  await both({ uid, start: '2026-11-05T23:00:00.000Z', sequence: 4 })
  await move(bob, id, 'cancel', { reason: 'weather' })
  expect(eventsOf(await read(path, ann))).toMatchObject([{ sequence: 5, status: 'CANCELLED' }])
  expect(eventsOf(await read(feed))).toEqual([])
})

test('a file contains any text, folded and escaped, and ends each line with CRLF, the last one too', async () => {
  const notes = `Fetch; "really", \\o/ BEGIN:VEVENT ${'🐕 long '.repeat(20)}`.trim()
  const { id } = await propose('2026-11-05T17:00:00Z', { notes })
  const text = await read(`/api/playdates/${id}/ics`, ann)
  expect(eventsOf(text)).toMatchObject([{ summary: notes }])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  // In the last hour of the year 9999 it ends in that year, so that the feed stays readable.
  await agreed('9999-12-31T23:30:00Z')
  const feed = await read(await subscribe(ann))
  expect(feed).toContain('DTSTART:99991231T233000Z\r\nDTEND:99991231T235959Z\r\n')
  expect(new ICAL.Component(ICAL.parse(feed)).getAllSubcomponents('vevent')).toHaveLength(1)
  for (const file of [text, feed]) {
    expect(file).toMatch(/\r\nEND:VCALENDAR\r\n$/)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  }
})

describe('a calendar to subscribe to', () => {
  test('contains playdates of all own dogs, from 90 days ago on', async () => {
    const first = await agreed(at(NOW + HOUR))
    const second = await createDog(ann, { name: 'Zoe' })
    await ann.post('/api/active-dog', { dogId: second.id })
    const other = await ownerWithDog(app.url, { name: 'Moose' })
    matchId = (await ann.post<{ matchId: string }>('/api/bark', { toDogId: other.dog.id })).body.matchId
    bob = other.owner
    await agreed(at(NOW + DAY))
    // A match between two own dogs.
    matchId = (await ann.post<{ matchId: string }>('/api/bark', { toDogId: ada })).body.matchId
    const { id } = await propose(at(NOW + 2 * DAY))
    await ann.post('/api/active-dog', { dogId: ada })
    await ann.patch(`/api/playdates/${id}`, { status: 'accepted' })

    const path = await subscribe(ann)
    expect(eventsOf(await read(path)).map(({ summary }) => summary)).toEqual([
      'Playdate with Bo',
      'Playdate with Moose',
      'Playdate with Ada',
    ])
    clock = NOW + HOUR + 90 * DAY
    expect(eventsOf(await read(path)).map(({ uid }) => uid)).toContain(`playdate-${first.id}@yard.example`)
    clock += 1
    expect(eventsOf(await read(path))).toHaveLength(2)
  })

  test('contains the next 200 playdates and the last 100', async () => {
    const path = await subscribe(ann)
    const { id } = await agreed(at(NOW + HOUR))
    // 150 to come and 249 past, an hour apart.
    const hours = [...Array.from({ length: 249 }, (_, n) => n + 2), ...Array.from({ length: 150 }, (_, n) => -1 - n)]
    await sql`
      INSERT INTO playdates (id, match_id, proposer_dog_id, invited_dog_id, when_ts, park_name, notes, status, revision)
      SELECT gen_random_uuid(), match_id, proposer_dog_id, invited_dog_id, ${new Date(NOW)}::timestamptz + hour * interval '1 hour',
        park_name, notes, status, revision
      FROM playdates, unnest(${hours}::int[]) hour WHERE id = ${id}
    `.execute(app.services.db)
    const starts = eventsOf(await read(path)).map(({ start }) => start)
    expect(starts).toEqual([
      ...Array.from({ length: 100 }, (_, n) => at(NOW + (n - 100) * HOUR)),
      ...Array.from({ length: 200 }, (_, n) => at(NOW + (n + 1) * HOUR)),
    ])
  })

  test('has one address per user, a secret that stays out of the log and tables: a new one replaces it, and it can be deleted', async () => {
    expect(await ann.get('/api/calendar-feed')).toMatchObject({ status: 200, body: null })
    const [first, second] = [await subscribe(ann), await subscribe(ann)]
    expect((await ann.get('/api/calendar-feed')).body).toEqual({ createdAt: at(NOW) })
    expectError(await visitorGet(first), 404, 'NOT_FOUND')
    expect(eventsOf(await read(second))).toEqual([])
    await visitorGet(`${second}/more?x=1`)
    await new Client(app.url).send('POST', second, {})
    const known = second.slice('/calendar/'.length, -'.ics'.length)
    expect(lines.some(line => line.includes('/calendar/'))).toBe(true)
    for (const line of lines) expect(line).not.toContain(known)
    const rows = await app.services.db.selectFrom('calendar_feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(known)
    expect((await ann.delete('/api/calendar-feed')).body).toEqual({ ok: true })
    expectError(await visitorGet(second), 404, 'NOT_FOUND')
    expect((await ann.delete('/api/calendar-feed')).status).toBe(200)
    const secret = 'x'.repeat(43)
    for (const file of ['nothing.ics', `${secret}.ics`, secret, '', '%00.ics', `${'x'.repeat(3000)}.ics`])
      expectError(await visitorGet(`/calendar/${file}`), 404, 'NOT_FOUND')
  })

  test('is not sent again if it has not changed', async () => {
    const path = await subscribe(ann)
    const get = (etag?: string) =>
      new Client(app.url).send<string>('GET', path, undefined, etag === undefined ? {} : { 'if-none-match': etag })
    const first = await get()
    const etag = first.headers.get('etag') ?? ''
    expect([etag, first.headers.get('cache-control')]).toEqual([expect.stringMatching(/^"/), 'private, no-store'])
    clock += HOUR
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect(await get(tag)).toMatchObject({ status: 304, body: '' })
    const { id } = await agreed('2026-11-05T17:00:00Z')
    const added = await get(etag)
    await move(ann, id, 'counter', { whenTs: '2026-11-05T18:00:00Z' })
    await move(bob, id, 'answer-change', { accept: true })
    const moved = await get(added.headers.get('etag') ?? '')
    expect([added.status, moved.status]).toEqual([200, 200])
    expect(new Set([etag, added.headers.get('etag'), moved.headers.get('etag')]).size).toBe(3)
  })

  test('of a suspended owner does not exist until the suspension ends', async () => {
    const path = await subscribe(ann)
    const admin = await newAdmin(app)
    const suspension = { statement: 'Because', until: at(clock + DAY) }
    expect((await admin.post(`/api/admin/users/${ann.user.id}/suspend`, suspension)).status).toBe(200)
    const refused = await visitorGet(path)
    expect(expectError(refused, 404, 'NOT_FOUND')).toEqual(expectError(await visitorGet('/calendar/none.ics'), 404))
    clock += DAY
    expect(eventsOf(await read(path))).toEqual([])
  })
})

/** Both weekends on which San Francisco's clocks change, at nine in the morning before and after. */
const WEEKENDS = [
  ['2026-10-31T16:00:00Z', '2026-11-01T17:00:00Z'],
  ['2027-03-13T17:00:00Z', '2027-03-14T16:00:00Z'],
].flat()

test('times are correct at both changes of daylight saving time in the parks, and Python reads the same', async context => {
  const path = await subscribe(ann)
  for (const when of WEEKENDS) await agreed(when, { notes: 'Ball; games, 🐕\\' })
  const text = await read(path)
  const inPark = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric' })
  expect(eventsOf(text).map(({ start }) => inPark.format(new Date(start)))).toEqual(['9 AM', '9 AM', '9 AM', '9 AM'])
  context.skip(python === undefined)
  expect(pythonEventsOf(text)).toEqual(eventsOf(text).map(({ status: _, ...event }) => event))
})
