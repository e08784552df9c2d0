import { inTransaction } from '@barkyard/db/open'
import { lookAtSearches } from '@barkyard/db/queries/searches/searches'
import { type Search, searchSchema } from '@barkyard/domain/schemas/search'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { createDog, notificationsOf, ownerWithDog, type Person } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'
import { DAY, HOUR } from '../times.ts'

/** 10:00 in San Francisco. */
const MORNING = Date.UTC(2030, 5, 1, 17)

let clock = MORNING
const app = testApp({}, { now: () => new Date(clock) })
const sweep = () => app.services.deliveries.run()

let place = { lat: 40, lng: -100 }
let owner: Person
beforeEach(async () => {
  clock = MORNING
  // Each test has its own area.
  place = { lat: place.lat + 2, lng: -100 }
  ;({ owner } = await ownerWithDog(app.url, {}, place))
})

const FILTERS = { distance: 25, ageMin: 1, ageMax: 8, sizes: ['small'], temperaments: [], verified: [] }
const save = (filters: object = FILTERS, name = 'Small ones') => owner.post<Search>('/api/searches', { name, filters })
const found = async () => (await notificationsOf(owner)).filter(({ kind }) => kind === 'search')
const near = (fields = {}) => ownerWithDog(app.url, { size: 'small', ageYears: 3, ...fields }, place)

describe('a saved search', () => {
  test('is listed newest first, and deleted by its owner alone', async () => {
    const first = await save()
    expectShape(searchSchema, first.body)
    expect(first.body).toMatchObject({ name: 'Small ones', filters: FILTERS })
    const second = await save({}, 'All')
    expect(second.body.filters).toEqual({ distance: 25, sizes: [], temperaments: [], verified: [] })
    expect((await owner.get('/api/searches')).body).toEqual([second.body, first.body])
    const { owner: stranger } = await near()
    expectError(await stranger.delete(`/api/searches/${first.body.id}`), 404)
    expect((await owner.delete(`/api/searches/${first.body.id}`)).body).toEqual({ ok: true })
    expectError(await owner.delete(`/api/searches/${first.body.id}`), 404)
    expect((await owner.get('/api/searches')).body).toEqual([second.body])
  })

  test('is refused without a name, and by the rules of a search', async () => {
    for (const name of [' ', 'x'.repeat(81)]) expectError(await save({}, name), 400, 'BAD_REQUEST')
    expectError(await owner.post('/api/searches', { name: 'No filters' }), 400)
    for (const filters of [{ distance: 101 }, { ageMin: 5, ageMax: 4 }, { sizes: ['huge'] }, { verified: ['owner'] }])
      expectError(await save(filters), 400, 'BAD_REQUEST')
  })

  test('is one of ten at most, also when many arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => save()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expectError(await save(), 409, 'searches-full')
  })
})

describe('its owner is notified', () => {
  test('once a day at 18:00 of their zone, of dogs created since the last look, not of those that move', async () => {
    const elsewhere = { lat: -40, lng: 20 }
    const moves = await ownerWithDog(app.url, { size: 'small', ageYears: 3 }, elsewhere)
    await near({ name: 'Older' })
    await save()
    await sweep()
    const { dog } = await near()
    await near({ size: 'large' })
    clock = MORNING + 7 * HOUR
    await sweep()
    expect(await found()).toEqual([])
    clock = MORNING + 8 * HOUR
    await sweep()
    await sweep()
    expect((await found()).map(({ title, path }) => [title, path])).toEqual([
      ['A new dog in your search “Small ones”', `/dog/${dog.id}`],
    ])
    await near()
    await near()
    await sweep()
    expect(await found()).toHaveLength(1)
    clock += DAY
    await sweep()
    expect((await found())[0]?.title).toBe('2 new dogs in your search “Small ones”')
    await moves.owner.patch('/api/user/location', place)
    clock += DAY
    await sweep()
    await moves.owner.patch('/api/user/location', elsewhere)
    await owner.patch('/api/user/location', elsewhere)
    clock += DAY
    await sweep()
    expect(await found()).toHaveLength(2)
  })

  test('by one of the processes that look at once, which waits for no other', async () => {
    await save()
    await near()
    clock = MORNING + 8 * HOUR
    const { db } = app.services
    await inTransaction(db, async trx => {
      // As a process does that looks at it.
      await trx.selectFrom('searches').select('id').where('user_id', '=', owner.user.id).forUpdate().execute()
      const { notified } = await inTransaction(db, async other => {
        await sql`SET LOCAL lock_timeout = '5s'`.execute(other)
        return lookAtSearches(other, new Date(clock), 500)
      })
      expect(notified).not.toContain(owner.user.id)
    })
    await sweep()
    expect(await found()).toHaveLength(1)
  })

  test('not while they are suspended, but of the same dogs at the next look after it', async () => {
    await save()
    const { dog } = await near()
    const suspend = (suspended_at: Date | null) =>
      app.services.db.updateTable('users').set({ suspended_at }).where('id', '=', owner.user.id).execute()
    await suspend(new Date(clock))
    clock = MORNING + 8 * HOUR
    await sweep()
    await suspend(null)
    expect(await found()).toEqual([])
    await sweep()
    expect((await found()).map(({ path }) => path)).toEqual([`/dog/${dog.id}`])
  })

  test('at most once a day, whatever they do with their time zone', async () => {
    await owner.patch('/api/preferences', { timeZone: 'America/Los_Angeles' })
    await save()
    clock = MORNING + 8 * HOUR
    await near()
    await sweep()
    expect(await found()).toHaveLength(1)
    // 18:00 in Honolulu is three hours later.
    await owner.patch('/api/preferences', { timeZone: 'Pacific/Honolulu' })
    await near()
    clock += 4 * HOUR
    await sweep()
    expect(await found()).toHaveLength(1)
    clock += DAY
    await sweep()
    expect(await found()).toHaveLength(2)
  })

  test('not of dogs that they do not see, and no longer once one is blocked', async () => {
    await save()
    const blocked = await near()
    await owner.post('/api/blocks', { dogId: blocked.dog.id })
    await createDog(blocked.owner, { size: 'small', ageYears: 3 })
    const hidden = await near()
    await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', hidden.dog.id).execute()
    await createDog(owner, { size: 'small', ageYears: 3 })
    clock = MORNING + 8 * HOUR
    await sweep()
    expect(await found()).toEqual([])
    const { dog } = await near()
    clock += DAY
    await sweep()
    expect(await found()).toHaveLength(1)
    await owner.post('/api/blocks', { dogId: dog.id })
    expect(await found()).toEqual([])
  })

  test('of dogs everywhere if they have no place', async () => {
    await owner.patch('/api/user/location', { lat: null, lng: null })
    await save()
    await ownerWithDog(app.url, { size: 'small', ageYears: 3 }, { lat: -10, lng: 10 })
    clock = MORNING + 8 * HOUR
    await sweep()
    expect(await found()).toHaveLength(1)
  })
})
