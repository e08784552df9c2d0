import { sightedSchema, sightingSchema } from '@barkyard/domain/schemas/lost'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, ownerWithDog, type Person } from '../client.ts'
import { photoFiles } from '../photo-files.ts'
import { expectError, expectShape } from '../shape.ts'
import { makeToken } from '../tokens.ts'
import { endCase, lostCase, seen, sight, sightingsOf, withPhoto } from './calls.ts'

const app = testApp()
let admin: Person
let finder: Person
beforeAll(async () => {
  admin = await newAdmin(app)
  finder = (await ownerWithDog(app.url, { name: 'Finn' })).owner
})

type Lost = Awaited<ReturnType<typeof ownerWithDog>> & { id: string; code: string }
let lost: Lost
const newLost = async (): Promise<Lost> => {
  const mine = await ownerWithDog(app.url, { name: 'Mochi' })
  return { ...mine, ...(await lostCase(app, mine)) }
}
beforeEach(async () => {
  lost = await newLost()
})

const listed = async (person: Person) => (await person.get<Notification[]>('/api/notifications')).body
const evidenceFiles = async () => (await photoFiles(app)).filter(name => name.startsWith('evidence-'))

describe('a sighting', () => {
  test('is read by the owner of the dog and moderators alone, newest first, with its photo', async () => {
    const first = await sight(finder, lost.id, seen({ note: 'By the water', phone: '+1 555 0199' }))
    expect(first.status).toBe(200)
    expectShape(sightedSchema, first.body)
    const second = await sight(finder, lost.id, await withPhoto(seen({ state: 'injured', phone: '+1 555 0199' })))
    expect(second.status).toBe(200)
    const list = await sightingsOf(lost.owner, lost.id)
    for (const one of list) expectShape(sightingSchema, one)
    expect(list).toMatchObject([
      { id: second.body.id, state: 'injured', phone: '+1 555 0199', photo: `/api/sightings/${second.body.id}/photo` },
      // The phone number of who only saw it stays with them.
      { id: first.body.id, note: 'By the water', phone: null, photo: null, from: { firstName: 'Robin' }, lat: 37.77 },
    ])
    expect(await sightingsOf(admin, lost.id)).toEqual(list)
    const page = await lost.owner.get(`/api/lost/${lost.id}/sightings?limit=1`)
    expect(page.headers.get('x-next-cursor')).not.toBeNull()

    const photo = list[0]?.photo ?? ''
    const seenByOwner = await lost.owner.get(photo)
    expect([seenByOwner.status, seenByOwner.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await admin.get(photo)).status).toBe(200)
    for (const person of [finder, (await newLost()).owner]) {
      expectError(await person.get(`/api/lost/${lost.id}/sightings`), 404, 'lost-not-found')
      // Whether a cursor is one does not depend on the case.
      expectError(await person.get(`/api/lost/${lost.id}/sightings?cursor=nothing`), 400)
      expectError(await person.get(photo), 404, 'photo-not-found')
    }
    expectError(await new Client(app.url).get(photo), 401)
    const files = await evidenceFiles()
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) expect((await fetch(`${app.url}/photos/${name}`)).status).toBe(404)
  })

  test('tells the owner at once, and is told to nobody else', async () => {
    const { body } = await sight(finder, lost.id, seen({ state: 'holding' }))
    const [told] = await listed(lost.owner)
    expect(told).toMatchObject({
      kind: 'lost',
      title: expect.stringContaining('Somebody has'),
      path: `/lost/${lost.id}`,
    })
    const rows = await app.services.db.selectFrom('notifications').selectAll().where('event', '=', 'sighting').execute()
    expect(rows.filter(row => row.user_id === finder.user.id)).toEqual([])
    expect(rows.find(row => row.user_id === lost.owner.user.id)?.is_urgent).toBe(true)
    // Without a photo nobody is shown a phone number.
    expect(body.phone).toBeNull()
  })

  test('needs a case that its sender sees, and is not about their own', async () => {
    expectError(await sight(lost.owner, lost.id), 400, 'own-lost-dog')
    for (const id of ['none', lost.dog.id]) expectError(await sight(finder, id), 404, 'lost-not-found')
    const mine = await ownerWithDog(app.url)
    const waiting = await lostCase(app, mine, { state: 'waiting' })
    expectError(await sight(finder, waiting.id), 404)
    await mine.owner.post('/api/blocks', { dogId: lost.dog.id })
    expectError(await sight(mine.owner, lost.id), 404)
    await endCase(app, lost.id)
    expectError(await sight(finder, lost.id), 409, 'case-closed')
    // What is wrong with the input comes before all of that.
    for (const [field, value] of Object.entries({
      at: 'now',
      lat: 91,
      state: 'stolen',
      note: 'x'.repeat(201),
      phone: 'a',
    }))
      expect(expectError(await sight(finder, lost.id, seen({ [field]: value })), 400).issues?.[0]?.path).toEqual([
        field,
      ])
    const old = new Date(Date.now() - 15 * 24 * 60 * 60 * 1000).toISOString()
    expectError(await sight(finder, lost.id, seen({ at: old })), 400)
    const form = await withPhoto(seen({ lat: '' }))
    expect(expectError(await sight(finder, lost.id, form), 400).issues?.[0]?.path).toEqual(['lat'])
    // A hidden dog's case does not exist.
    const hidden = await newLost()
    await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', hidden.dog.id).execute()
    expectError(await sight(finder, hidden.id), 404)
  })

  test('is a session’s own: no token and nobody who acts as another dog sends or thanks', async () => {
    const { script } = await makeToken(finder)
    expectError(await sight(script, lost.id), 403, 'token')
    expectError(await sight(script, lost.id, await withPhoto(seen())), 403, 'token')
    const acting = await newAdmin(app)
    await acting.post(`/api/admin/impersonate-dog/${lost.dog.id}`)
    expectError(await sight(acting, lost.id), 403, 'acting-as-another-dog')
    const { body } = await sight(finder, lost.id)
    const { script: ownersScript } = await makeToken(lost.owner)
    for (const person of [acting, ownersScript]) expectError(await person.post(`/api/sightings/${body.id}/thank`), 403)
  })

  test('stays readable after a block, and its sender is thanked once', async () => {
    const { body } = await sight(finder, lost.id)
    const thank = (person: Person = lost.owner) => person.post<{ thanked: boolean }>(`/api/sightings/${body.id}/thank`)
    expectError(await thank(finder), 404, 'sighting-not-found')
    for (const _ of [1, 2]) expect((await thank()).body).toMatchObject({ id: body.id, thanked: true })
    const thanks = (await listed(finder)).filter(({ path }) => path === `/lost/${lost.id}`)
    expect(thanks.map(({ title }) => title)).toEqual([expect.stringContaining('Thank you')])
    const { body: later } = await sight(finder, lost.id)
    const { body: theirs } = await finder.get<{ id: string }[]>('/api/my-dogs')
    await lost.owner.post('/api/blocks', { dogId: theirs[0]?.id })
    expect((await sightingsOf(lost.owner, lost.id)).map(({ id }) => id)).toEqual([later.id, body.id])
    expectError(await sight(finder, lost.id), 404)
    expect((await lost.owner.post(`/api/sightings/${later.id}/thank`)).status).toBe(200)
    const told = app.services.db.selectFrom('notifications').select('id').where('event', '=', 'sighting-thanked')
    expect(await told.where('user_id', '=', finder.user.id).execute()).toHaveLength(1)
  })

  test('goes with its sender’s account, and with the case; its photo too', async () => {
    const gone = (await ownerWithDog(app.url)).owner
    await sight(gone, lost.id, await withPhoto(seen()))
    expect(await sightingsOf(lost.owner, lost.id)).toHaveLength(1)
    const before = await evidenceFiles()
    await admin.delete('/api/admin/users', { userIds: [gone.user.id] })
    await app.services.sweeper.settled()
    expect(await sightingsOf(lost.owner, lost.id)).toEqual([])
    expect(await evidenceFiles()).toHaveLength(before.length - 2)
    await sight((await ownerWithDog(app.url)).owner, lost.id, await withPhoto(seen()))
    await lost.owner.delete(`/api/dogs/${lost.dog.id}`)
    await app.services.sweeper.settled()
    expect(await evidenceFiles()).toHaveLength(before.length - 2)
  })
})

describe('the owner’s phone number', () => {
  const held = async (fields: object = {}) => withPhoto(seen({ state: 'holding', ...fields }))

  test('is shown to who holds the dog and shows it, in three cases a week', async () => {
    const greedy = (await ownerWithDog(app.url)).owner
    const cases = [lost, await newLost(), await newLost(), await newLost()]
    const phones: (string | null)[] = []
    for (const { id } of cases) phones.push((await sight(greedy, id, await held())).body.phone)
    expect(phones).toEqual(['+1 555 0100', '+1 555 0100', '+1 555 0100', null])
    // Those that it was shown of stay open to them.
    expect((await sight(greedy, lost.id, await held({ state: 'injured' }))).body.phone).toBe('+1 555 0100')
  })

  test('is not shown without a photo, to who only saw the dog, or where the owner keeps it back', async () => {
    for (const body of [
      seen({ state: 'holding' }),
      await withPhoto(seen({ state: 'holding' }), false),
      await withPhoto(seen()),
    ])
      expect((await sight(finder, lost.id, body)).body.phone).toBeNull()
    const mine = await ownerWithDog(app.url)
    const kept = await lostCase(app, mine, { show_phone: false })
    expect((await sight(finder, kept.id, await held())).body.phone).toBeNull()
  })
})
