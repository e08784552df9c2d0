import type { Block } from '@barkyard/domain/schemas/block'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { inHours, playdateOf } from '../calls.ts'
import { annAndBob, createDog, notificationsOf, ownerWithDog, PASSWORD, type Person, photo } from '../client.ts'
import { openLive } from '../live.ts'
import { decide, reportingTo } from '../reports.ts'

const app = testApp()

/** Ann and Bob with an accepted playdate. @param proposer who proposed it. */
async function agreed(proposer: 'ann' | 'bob' = 'ann') {
  const pair = await annAndBob(app.url)
  const { ann, bob, matchId } = pair
  const [from, to] = proposer === 'ann' ? [ann, bob] : [bob, ann]
  const { body } = await from.post<Playdate>('/api/playdates', { ...playdateOf(matchId), notes: 'Balls!' })
  expect((await to.patch(`/api/playdates/${body.id}`, { status: 'accepted' })).status).toBe(200)
  await bob.post('/api/notifications/seen', { upTo: (await notificationsOf(bob))[0]?.id })
  return { ...pair, playdateId: body.id }
}

type Agreed = Awaited<ReturnType<typeof agreed>>

const decideAbout =
  (action: object) =>
  async ({ bob, ada }: Agreed) => {
    const caseId = await reportingTo(app)(bob, { dogId: ada })
    expect((await decide(await newAdmin(app), caseId, action)).status).toBe(200)
  }

const CAUSES: Record<string, (agreed: Agreed) => Promise<unknown>> = {
  'a block': ({ ann, bo }) => ann.post('/api/blocks', { dogId: bo }),
  'the end of the match': ({ ann, matchId }) => ann.delete(`/api/matches/${matchId}`),
  'the deletion of the dog': ({ ann, ada }) => ann.delete(`/api/dogs/${ada}`),
  'the deletion of the account': ({ ann }) => ann.delete('/api/account', { password: PASSWORD }),
  'a hidden dog': decideAbout({ action: 'hide-dog' }),
  'a suspension': decideAbout({ action: 'suspend', until: null }),
  'an account deleted by moderators': decideAbout({ action: 'delete-user' }),
  'a transfer of the dog to nobody': ({ ada }) => give(ada, null),
  'a transfer of the dog to a suspended owner': async ({ ada }) => {
    const { owner } = await ownerWithDog(app.url)
    const suspended = app.services.db.updateTable('users').set({ suspended_at: new Date() })
    await suspended.where('id', '=', owner.user.id).execute()
    await give(ada, owner.user.id)
  },
  'a transfer of the dog to an owner who has blocked the other': async ({ ada, bo }) => {
    const { owner } = await ownerWithDog(app.url)
    await owner.post('/api/blocks', { dogId: bo })
    await give(ada, owner.user.id)
  },
}

async function give(dogId: string, userId: string | null) {
  const admin = await newAdmin(app)
  expect((await admin.patch(`/api/admin/dogs/${dogId}/owner`, { userId })).status).toBe(200)
}

/** Causes that concern no others. */
const BETWEEN_TWO = ['a block', 'the end of the match', 'a transfer of the dog to an owner who has blocked the other']

/** A walk that Ann hosts and others have joined. */
async function walkWith(ann: Person, ...joiners: Person[]): Promise<string> {
  const walk = { whenTs: inHours(48), parkName: 'Fort Funston', title: 'Dunes', maxDogs: 4 }
  const { id } = (await ann.post<Walk>('/api/walks', walk)).body
  for (const joiner of joiners) expect((await joiner.post(`/api/walks/${id}/join`, {})).status).toBe(200)
  return id
}
const ofWalk = ({ body }: Notification) => body.includes('Fort Funston')

test.each(Object.keys(CAUSES))(
  'an accepted playdate, and a walk for those who no longer see its host, is off after %s, and the others are told the same',
  async cause => {
    const isForAll = !BETWEEN_TWO.includes(cause)
    for (const proposer of ['ann', 'bob'] as const) {
      const situation = await agreed(proposer)
      const { ann, bob, bo, playdateId } = situation
      const { owner: carol, dog } = await ownerWithDog(app.url)
      const walkId = await walkWith(ann, bob, carol)
      await CAUSES[cause]?.(situation)
      const news = (await notificationsOf(bob)).filter(({ seenAt, kind }) => seenAt === null && kind !== 'moderation')
      const off = { kind: 'playdate', title: 'This playdate is off', path: '/playdates', matchId: null }
      const more = { id: expect.any(String), seenAt: null, createdAt: expect.any(String) }
      const body = expect.stringMatching(/^\S.* at .*, Dolores Park$/)
      expect(news.filter(one => !ofWalk(one))).toEqual([{ ...off, ...more, body, dogId: bo }])
      expect(news.filter(ofWalk)).toMatchObject([{ ...off, dogId: bo }])
      expect((await notificationsOf(carol)).filter(ofWalk)).toMatchObject(isForAll ? [{ ...off, dogId: dog.id }] : [])
      const states = [bob, carol].map(async one => (await one.get(`/api/walks/${walkId}`)).status)
      expect(await Promise.all(states)).toEqual([404, isForAll ? 404 : 200])
      // Their own owner, and the export, have no accepted one either.
      const kept = app.services.db.selectFrom('playdates').select(['status', 'cancelled_at'])
      const rows = await kept.where('id', '=', playdateId).execute()
      if (cause === 'a suspension') expect(rows).toHaveLength(1)
      for (const row of rows) expect(row).toEqual({ status: 'declined', cancelled_at: expect.any(Date) })
    }
  },
)

test('a block that is made again and again tells those who had joined a walk of it once', async () => {
  const { ann, bob, bo } = await agreed()
  const id = await walkWith(ann, bob)
  const off = async () => (await notificationsOf(bob)).filter(ofWalk)
  for (let round = 0; round < 3; round++) {
    const block = await ann.post<Block>('/api/blocks', { dogId: bo })
    expect((await ann.delete(`/api/blocks/${block.body.id}`)).status).toBe(200)
  }
  expect(await off()).toHaveLength(1)
  // As with a playdate, what was off stays off, but the dog can join anew.
  expect((await ann.get<Walk>(`/api/walks/${id}`)).body.dogs.map(dog => dog.id)).not.toContain(bo)
  expect((await bob.post<Walk>(`/api/walks/${id}/join`, {})).body.dogs.map(dog => dog.id)).toContain(bo)
  await ann.post('/api/blocks', { dogId: bo })
  expect(await off()).toHaveLength(2)
})

test('pages of the other side learn the same of a block as of a deletion, and nothing later', async () => {
  const events = async (leave: (ann: Person, bo: string) => Promise<unknown>) => {
    const { ann, bob, bo, ada } = await agreed()
    const other = await createDog(ann, { name: 'Cleo' })
    const live = await openLive(bob)
    const changes: string[] = []
    const watch = (id: string) =>
      new Promise<void>(onComplete => {
        const onData = () => changes.push(id === ada ? 'matched' : 'other')
        live.client.live.dog.subscribe({ id }, { onData, onComplete })
      })
    const ended = [ada, other.id].map(watch)
    await until(
      () => app.services.hub.listenersOf(bob.user.id),
      value => value >= 4,
    )
    await leave(ann, bo)
    await Promise.all(ended)
    await ann.patch(`/api/dogs/${other.id}`, { name: 'Clio' })
    await ann.patch(`/api/dogs/${ada}`, { name: 'Adele' })
    await ann.upload(ada, await photo())
    await ann.post('/api/active-dog', { dogId: other.id })
    // A bark comes after anything that the edits may have sent.
    const { owner: cy } = await ownerWithDog(app.url, { name: 'Cy' })
    await cy.post('/api/bark', { toDogId: bo })
    // The bell rings for what is off, and for the bark.
    await live.until(all => all.some(({ type }) => type === 'message') && live.bells >= 2)
    return { events: live.events.map(({ type }) => type), bells: live.bells, changes: changes.sort() }
  }
  const blocked = await events((ann, bo) => ann.post('/api/blocks', { dogId: bo }))
  const deleted = await events(ann => ann.delete('/api/account', { password: PASSWORD }))
  expect(blocked).toEqual(deleted)
  expect(blocked.changes).toEqual(['matched', 'other'])
})

test('the bell of the other side rings when the match ends, and its pages read again', async () => {
  const { ann, bob, matchId } = await agreed()
  const live = await openLive(bob)
  expect((await ann.delete(`/api/matches/${matchId}`)).status).toBe(200)
  await live.until(all => all.some(({ type }) => type === 'refresh') && live.bells === 1)
})

test('it is urgent within twelve hours of the start, so that quiet hours do not hold it back', async () => {
  const db = app.services.db
  const urgencyAt = async (hours: number) => {
    const { ann, bob, bo, playdateId } = await agreed()
    const whenTs = new Date(inHours(hours))
    await db.updateTable('playdates').set({ when_ts: whenTs }).where('id', '=', playdateId).execute()
    await ann.post('/api/blocks', { dogId: bo })
    const told = db.selectFrom('notifications').select('is_urgent').where('user_id', '=', bob.user.id)
    return (await told.where('event', '=', 'off').executeTakeFirstOrThrow()).is_urgent
  }
  expect([await urgencyAt(11), await urgencyAt(13)]).toEqual([true, false])
})
