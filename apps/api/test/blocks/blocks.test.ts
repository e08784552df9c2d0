import type { Block } from '@barkyard/domain/schemas/block'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { expect, test } from 'vitest'
import { makeAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { NOBODY, playdateOf, walkOf } from '../calls.ts'
import { createDog, notificationsOf, ownerWithDog, twoMatched } from '../client.ts'

const app = testApp()
const names = (dogs: { id: string }[]) => dogs.map(({ id }) => id)

test('a block is refused for own, unowned and unknown dogs', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const stray = await ownerWithDog(app.url)
  await app.services.db.updateTable('dogs').set({ user_id: null }).where('id', '=', stray.dog.id).execute()
  const block = (dogId: string) => owner.post<ErrorBody>('/api/blocks', { dogId })
  expect(await block(dog.id)).toMatchObject({ status: 400, body: { reason: 'own-dog' } })
  expect(await block(stray.dog.id)).toMatchObject({ status: 409, body: { reason: 'unowned-dog' } })
  expect((await block(NOBODY)).status).toBe(404)
  expect((await owner.delete(`/api/blocks/${NOBODY}`)).status).toBe(404)
  expect((await owner.get(`/api/blocks?cursor=blocks.list.${NOBODY}`)).status).toBe(400)
})

test('blocking any dog of an owner is one block, and undoing it restores everything except cancelled playdates', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const other = await createDog(second.owner, { name: 'Cleo' })
  const { body: playdate } = await second.owner.post<Playdate>('/api/playdates', playdateOf(matchId))
  const made = await first.owner.post<Block>('/api/blocks', { dogId: second.dog.id })
  expect(made).toMatchObject({
    status: 200,
    body: { kind: 'owner', dog: { id: second.dog.id, name: 'Bo', photos: [] } },
  })
  for (const dogId of [second.dog.id, other.id])
    expect((await first.owner.post<Block>('/api/blocks', { dogId })).body).toEqual(made.body)
  expect((await first.owner.get<Block[]>('/api/blocks')).body).toEqual([made.body])
  expect((await second.owner.get<Block[]>('/api/blocks')).body).toEqual([])
  // For the blocked owner the blocker does not exist, not even to be blocked.
  expect((await second.owner.post('/api/blocks', { dogId: first.dog.id })).status).toBe(404)
  for (const [side, dogs] of [
    [first, [second.dog, other]],
    [second, [first.dog]],
  ] as const) {
    expect((await side.owner.get<Match[]>('/api/matches')).body).toEqual([])
    for (const { id } of dogs) {
      expect((await side.owner.get(`/api/dogs/${id}`)).status).toBe(404)
      expect(names((await side.owner.get<SniffDog[]>('/api/sniff?limit=100')).body)).not.toContain(id)
    }
  }
  const undone = await Promise.all([1, 2].map(() => first.owner.delete(`/api/blocks/${made.body.id}`)))
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(names((await first.owner.get<Match[]>('/api/matches')).body)).toEqual([matchId])
  expect((await second.owner.get<Dog>(`/api/dogs/${first.dog.id}`)).status).toBe(200)
  const { body: playdates } = await first.owner.get<Playdate[]>('/api/playdates')
  expect(playdates.map(({ id, status }) => [id, status])).toEqual([[playdate.id, 'declined']])
})

test('if two owners block each other at once, one succeeds, and for the other the dog does not exist', async () => {
  const { first, second } = await twoMatched(app.url)
  const answers = await Promise.all([
    first.owner.post<Block>('/api/blocks', { dogId: second.dog.id }),
    second.owner.post<Block>('/api/blocks', { dogId: first.dog.id }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('at most 1,000 owners can be blocked, even without rate limits', async () => {
  const { owner } = await ownerWithDog(app.url)
  const { dog } = await ownerWithDog(app.url)
  const rows = Array.from({ length: 1000 }, (_, n) => n.toString(16).padStart(12, '0'))
  const { db } = app.services
  const idOf = (n: string) => `00000000-0000-7000-8000-${n}`
  const people = rows.map(n => ({ id: idOf(n), email: `${n}@b.test`, first_name: 'A', last_name: '' }))
  await db.insertInto('users').values(people).execute()
  const about = { dog_id: dog.id, dog_name: 'Ada', dog_breed: 'Corgi', created_at: new Date() }
  const block = (id: string, user_id: string, blocked_id: string) => ({ id, user_id, blocked_id, ...about })
  const blocks = rows.map(n => block(`00000000-0000-7000-9000-${n}`, owner.user.id, idOf(n)))
  await db.insertInto('blocks').values(blocks).execute()
  const full = { status: 409, body: { reason: 'blocks-full' } }
  expect(await owner.post('/api/blocks', { dogId: dog.id })).toMatchObject(full)
  // One who blocks back is as good as gone, and leaves room like one who is.
  const back = block('00000000-0000-7000-a000-000000000000', idOf('000000000000'), owner.user.id)
  await db.insertInto('blocks').values(back).execute()
  expect((await owner.post('/api/blocks', { dogId: dog.id })).status).toBe(200)
  const page = await owner.get<Block[]>('/api/blocks')
  const next = await owner.get<Block[]>(`/api/blocks?limit=3&cursor=${page.headers.get('x-next-cursor')}`)
  expect([page.body.length, next.body.length]).toEqual([200, 3])
  expect(names(next.body)).not.toContain(page.body.at(-1)?.id)
})

test('an ended match is gone for both sides, and only its two dogs no longer find each other', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const other = await createDog(first.owner, { name: 'Dot' })
  await first.owner.post('/api/playdates', playdateOf(matchId))
  expect((await second.owner.delete(`/api/matches/${NOBODY}`)).status).toBe(404)
  expect((await second.owner.delete(`/api/matches/${matchId}`)).status).toBe(200)
  expect((await second.owner.delete(`/api/matches/${matchId}`)).status).toBe(404)
  for (const [side, id] of [
    [first, second.dog.id],
    [second, first.dog.id],
  ] as const) {
    expect((await side.owner.get(`/api/messages/${matchId}`)).status).toBe(404)
    expect((await side.owner.get<Playdate[]>('/api/playdates')).body).toEqual([])
    expect((await side.owner.get(`/api/dogs/${id}`)).status).toBe(404)
    expect((await side.owner.post('/api/bark', { toDogId: id })).status).toBe(404)
    expect(names((await side.owner.get<SniffDog[]>('/api/sniff?limit=100')).body)).not.toContain(id)
  }
  // For the other side it looks like a deletion. The side that ended the match can also block.
  expect((await first.owner.post('/api/blocks', { dogId: second.dog.id })).status).toBe(404)
  expect(names((await second.owner.get<SniffDog[]>('/api/sniff?limit=100')).body)).toContain(other.id)
  await first.owner.post('/api/active-dog', { dogId: other.id })
  expect((await first.owner.get(`/api/dogs/${second.dog.id}`)).status).toBe(200)

  const { body: kept } = await second.owner.get<Block[]>('/api/blocks')
  expect(kept).toMatchObject([{ kind: 'pair', dog: { id: first.dog.id, name: 'Ada', breed: 'Corgi', photos: [] } }])
  // It is not listed while the other side blocks.
  const { body: block } = await first.owner.post<Block>('/api/blocks', { dogId: second.dog.id })
  expect((await second.owner.get<Block[]>('/api/blocks')).body).toEqual([])
  expect((await second.owner.delete(`/api/blocks/${kept[0]?.id}`)).status).toBe(404)
  await first.owner.delete(`/api/blocks/${block.id}`)
  expect((await second.owner.get<Block[]>('/api/blocks')).body).toEqual(kept)
  const undone = await Promise.all([1, 2].map(() => second.owner.delete(`/api/blocks/${kept[0]?.id}`)))
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await second.owner.get<Match[]>('/api/matches')).body).toEqual([])
  expect((await second.owner.post('/api/bark', { toDogId: first.dog.id })).status).toBe(200)
})

test('two own dogs whose match was ended are both shown to their owner still', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const other = await createDog(owner, { name: 'Dot' })
  const { matchId } = (await owner.post<{ matchId: string }>('/api/bark', { toDogId: other.id })).body
  expect((await owner.delete(`/api/matches/${matchId}`)).status).toBe(200)
  const seenAs = (acting: string, id: string) => owner.send('GET', `/api/dogs/${id}`, undefined, { 'x-dog': acting })
  expect([(await seenAs(dog.id, other.id)).status, (await seenAs(other.id, dog.id)).status]).toEqual([200, 200])
})

test('what an ended match’s other dog did on a walk leaves the notifications, as if the dog were deleted', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  // Or it is told that there is a walk, too.
  await first.owner.patch('/api/preferences', { walksNearKm: null })
  const { body: hosted } = await second.owner.post<{ id: string }>('/api/walks', walkOf())
  await first.owner.post(`/api/walks/${hosted.id}/join`, {})
  await second.owner.patch(`/api/walks/${hosted.id}`, { parkName: 'Crissy Field' })
  const titles = async () => (await notificationsOf(first.owner)).map(({ title }) => title)
  expect(await titles()).toEqual([expect.stringContaining(second.dog.name)])
  await second.owner.delete(`/api/matches/${matchId}`)
  expect(await titles()).toEqual(['This playdate is off'])
})

test('blocks apply to an admin’s own chats, but not to admin calls and dogs read by id', async () => {
  const { first, second } = await twoMatched(app.url)
  await first.owner.post('/api/blocks', { dogId: second.dog.id })
  await makeAdmin(app, second.owner)
  expect((await second.owner.get(`/api/dogs/${first.dog.id}`)).status).toBe(200)
  expect((await second.owner.get<Match[]>('/api/matches')).body).toEqual([])
  expect(names((await second.owner.get<SniffDog[]>('/api/sniff?limit=100')).body)).not.toContain(first.dog.id)
  expect((await second.owner.get(`/api/admin/users/${first.owner.user.id}/dogs`)).status).toBe(200)
})
