import { EVIDENCE_TITLES } from '@barkyard/domain/report'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { annAndBob, PASSWORD } from '../client.ts'
import { readCase, reportingTo } from '../reports.ts'

const app = testApp()
const report = reportingTo(app)

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const PARK = { parkName: 'Dolores Park', lat: '0', lng: '0' }

test('a report keeps the titles of playdates and walks with the dogs whose owners wrote them', async () => {
  const { ann, bob, ada, bo, matchId } = await annAndBob(app.url)
  const propose = async (person: typeof ann, days: number, notes: string) =>
    (await person.post<Playdate>('/api/playdates', { matchId, whenTs: inDays(days), ...PARK, notes })).body
  const rude = await propose(bob, 1, 'Come alone')
  // Another time from Ann does not make the title hers.
  await ann.post(`/api/playdates/${rude.id}/counter`, { whenTs: inDays(2) })
  const own = await propose(ann, 3, 'A walk in the sun')
  await bob.patch(`/api/playdates/${own.id}`, { status: 'accepted' })
  await bob.post(`/api/playdates/${own.id}/counter`, { notes: 'Wear something nice' })
  const walk = { whenTs: inDays(4), parkName: 'Crissy Field', title: 'Losers stay at home', maxDogs: 4 }
  const { body: walked } = await bob.post<{ id: string }>('/api/walks', walk)
  await propose(bob, 5, '')

  const id = await report(ann, { dogId: bo })
  const admin = await newAdmin(app)
  const titles = async () =>
    (await readCase(admin, id)).evidence.titles.map(({ kind, title, byDogId }) => ({ kind, title, byDogId }))
  const written = [
    { kind: 'playdate', title: 'Come alone', byDogId: bo },
    { kind: 'playdate', title: 'A walk in the sun', byDogId: ada },
    { kind: 'playdate', title: 'Wear something nice', byDogId: bo },
    { kind: 'walk', title: 'Losers stay at home', byDogId: bo },
  ]
  const kept = await titles()
  expect(kept).toHaveLength(written.length)
  expect(kept).toEqual(expect.arrayContaining(written))
  const { version } = await readCase(admin, id)

  // An agreed change of the title is its author's.
  await ann.post(`/api/playdates/${own.id}/answer-change`, { accept: true })
  await report(ann, { dogId: bo })
  expect(await titles()).toHaveLength(written.length)
  expect((await readCase(admin, id)).version).toBe(version)

  // They stay when the match and the walk are gone. The reporter's own go with the reporter's account.
  await bob.delete(`/api/matches/${matchId}`)
  await bob.post(`/api/walks/${walked.id}/cancel`)
  expect(await titles()).toHaveLength(written.length)
  await ann.delete('/api/account', { password: PASSWORD })
  expect((await titles()).map(({ byDogId }) => byDogId)).toEqual([bo, bo, bo])
})

test('playdates without a title leave the titles of earlier ones in a report', async () => {
  const { ann, bob, bo, matchId } = await annAndBob(app.url)
  const rude = { matchId, whenTs: inDays(1), ...PARK, notes: 'Come alone' }
  await bob.post('/api/playdates', rude)
  const match = await app.services.db
    .selectFrom('matches')
    .selectAll()
    .where('id', '=', matchId)
    .executeTakeFirstOrThrow()
  const untitled = Array.from({ length: EVIDENCE_TITLES }, (_, index) => ({
    id: crypto.randomUUID(),
    match_id: matchId,
    proposer_dog_id: match.dog_a_id,
    invited_dog_id: match.dog_b_id,
    when_ts: new Date(Date.now() + (2 + index) * DAY_MS),
    park_name: 'Dolores Park',
    notes: '',
    status: 'declined' as const,
  }))
  await app.services.db.insertInto('playdates').values(untitled).execute()
  const id = await report(ann, { dogId: bo })
  expect((await readCase(await newAdmin(app), id)).evidence.titles.map(({ title }) => title)).toEqual(['Come alone'])
})
