import type { Preferences } from '@barkyard/domain/schemas/preferences'
import { describe, expect, test } from 'vitest'
import { hourlySweep } from '../../src/features/index.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import {
  type Client,
  createDog,
  notificationsOf as list,
  ownerWithDog,
  type Person,
  signUp,
  twoMatched,
} from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()

const unseen = async (person: Client) =>
  (await person.get<{ count: number }>('/api/notifications/unseen-count')).body.count
const say = async (person: Person, matchId: string, ...bodies: string[]) => {
  for (const body of bodies) expect((await person.post(`/api/messages/${matchId}`, { body })).status).toBe(200)
}

describe('notifications', () => {
  test('are created for a first bark, and once for many messages until they are read', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    expect(await list(second.owner)).toMatchObject([
      { kind: 'match', title: 'Ada barked at Bo', path: `/bark-chat/${matchId}`, dogId: second.dog.id, seenAt: null },
    ])
    await say(first.owner, matchId, 'Hello', 'Dolores Park?', 'At nine?')
    expect(await list(second.owner)).toMatchObject([
      { kind: 'message', title: 'Ada sent Bo 4 messages', body: 'At nine?', dogId: second.dog.id, seenAt: null },
      { kind: 'match' },
    ])
    expect(await list(first.owner)).toEqual([])
    expect(await unseen(second.owner)).toBe(2)
    const besides = (id: string) =>
      second.owner.get<{ count: number }>(`/api/notifications/unseen-count?openMatchId=${id}`)
    // What an open chat shows does not count.
    expect((await besides(matchId)).body).toEqual({ count: 0 })
    expect((await besides(first.dog.id)).body).toEqual({ count: 2 })

    // Who answers without having read it reads the other's words, not their own.
    await say(second.owner, matchId, 'Eight', 'or ten')
    expect((await list(second.owner))[0]).toMatchObject({ title: 'Ada sent Bo 4 messages', body: 'At nine?' })
    await second.owner.post(`/api/messages/${matchId}/mark-seen`)
    expect(await unseen(second.owner)).toBe(0)
    await say(first.owner, matchId, 'Still there?')
    const rows = await list(second.owner)
    expect(rows).toMatchObject([
      { kind: 'message', title: 'Ada wrote to Bo', body: 'Still there?', seenAt: null },
      { kind: 'message', body: 'At nine?', seenAt: expect.any(String) },
      { kind: 'match', seenAt: expect.any(String) },
    ])
  })

  test('say that the answer to a bark makes it a match, and that a second message is no answer', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    await say(second.owner, matchId, 'Hello')
    expect((await list(first.owner)).map(({ title }) => title)).toEqual(['It’s a match: Bo answered Ada'])
    await say(second.owner, matchId, 'See you')
    expect((await list(first.owner))[0]?.title).toBe('Bo sent Ada 2 messages')
  })

  test('that the tabs count are no matter of the bell, and each has the face of the other dog', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const playdate = (await second.owner.post<{ id: string }>('/api/playdates', playdateOf(matchId))).body
    const besideTabs = async (person: Client) =>
      (await person.get<{ count: number }>('/api/notifications/unseen-count?besideTabs=yes')).body.count
    // A bark here, and a proposal that waits for an answer there.
    expect([await unseen(second.owner), await unseen(first.owner)]).toEqual([1, 1])
    expect([await besideTabs(second.owner), await besideTabs(first.owner)]).toEqual([0, 0])
    await first.owner.patch(`/api/playdates/${playdate.id}`, { status: 'accepted' })
    expect(await besideTabs(second.owner)).toBe(1)

    const ids = (await list(second.owner)).map(({ id }) => id)
    const faces = async (person: Client) => {
      const input = encodeURIComponent(JSON.stringify({ ids: [...ids, 'nobody'] }))
      const { body } = await person.get<{ result: { data: { id: string; dog: { name: string } }[] } }>(
        `/api/trpc/notifications.faces?input=${input}`,
      )
      return body.result.data.map(({ id, dog }) => [id, dog.name])
    }
    expect((await faces(second.owner)).sort()).toEqual(ids.map(id => [id, 'Ada']).sort())
    expect(await faces(first.owner)).toEqual([])
  })

  test('are marked as seen up to one, or on the open page alone, by no admin who reads as the dog, and reappear with the next message', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    await say(first.owner, matchId, 'Hello')
    const [message, bark] = await list(second.owner)
    const admin = await newAdmin(app)
    await admin.post(`/api/admin/impersonate-dog/${second.dog.id}`)
    await admin.post(`/api/messages/${matchId}/mark-seen`)
    expect(await list(admin)).toEqual([])
    expectError(await admin.post('/api/notifications/seen', { upTo: bark?.id }), 403)
    const onPage = (person: Client) =>
      person.post('/api/trpc/notifications.seenOnPage', { ids: [message?.id, 'nobody', message?.id] })
    expect((await onPage(first.owner)).status).toBe(200)
    expect(await unseen(second.owner)).toBe(2)
    expect((await onPage(second.owner)).status).toBe(200)
    expect(await list(second.owner)).toMatchObject([{ seenAt: expect.any(String) }, { id: bark?.id, seenAt: null }])
    await say(first.owner, matchId, 'Hello?')
    expect(await list(second.owner)).toMatchObject([
      { id: message?.id, title: 'Ada sent Bo 3 messages', body: 'Hello?', seenAt: null },
      { id: bark?.id },
    ])
    expectError(await first.owner.post('/api/notifications/seen', { upTo: message?.id }), 404)
    expect((await second.owner.post('/api/notifications/seen', { upTo: bark?.id })).body).toEqual({ ok: true })
    expect(await unseen(second.owner)).toBe(1)
    await second.owner.post('/api/notifications/seen', { upTo: message?.id })
    expect(await unseen(second.owner)).toBe(0)
  })

  test('tell the other side of each change of a playdate, as one until it is seen', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const [ada, bo] = [first.owner, second.owner]
    const { id } = (await ada.post<{ id: string }>('/api/playdates', playdateOf(matchId, 0.5))).body
    const path = `/api/playdates/${id}`
    await bo.post(`${path}/counter`, { parkName: 'Crissy Field' })
    await ada.patch(path, { status: 'accepted' })
    for (const accept of [false, true]) {
      await bo.post(`${path}/counter`, { parkName: 'Fort Funston' })
      await ada.post(`${path}/answer-change`, { accept })
    }
    await bo.post(`${path}/late`, { minutes: 10 })
    await bo.post(`${path}/here`)
    await ada.post(`${path}/cancel`, { reason: 'busy' })
    const changes = async (person: Client) => {
      const playdates = (await list(person)).filter(({ kind }) => kind === 'playdate')
      expect(playdates).toHaveLength(1)
      expect(playdates[0]?.path).toBe(`/playdates#playdate-${id}`)
      const [, earlier = ''] = playdates[0]?.body.split('. Before that: ') ?? []
      return [playdates[0]?.title, ...earlier.replace(/\.$/, '').split('; ')]
    }
    expect(await changes(ada)).toEqual([
      'Bo is at Fort Funston',
      'Bo is 10 minutes late',
      'Bo asks to change the playdate with Ada',
      'Bo asks to change the playdate with Ada',
    ])
    expect(await changes(bo)).toEqual([
      'Ada cancelled the playdate with Bo',
      'Ada agreed to change the playdate with Bo',
      'Ada keeps the playdate with Bo as it was',
      'Ada accepted the playdate with Bo',
    ])
    const upTo = (await list(bo)).find(({ kind }) => kind === 'playdate')?.id
    await bo.post('/api/notifications/seen', { upTo })
    await ada.post('/api/playdates', playdateOf(matchId))
    const ofPlaydates = (await list(bo)).filter(({ kind }) => kind === 'playdate')
    const body = expect.stringContaining('Dolores Park')
    expect(ofPlaydates).toMatchObject([
      { title: 'Ada proposes a playdate with Bo', seenAt: null, dogId: second.dog.id, body },
      { title: 'Ada cancelled the playdate with Bo', seenAt: expect.any(String) },
    ])
  })

  test('are kept for 90 days', async () => {
    const { second } = await twoMatched(app.url)
    const daysOn = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    const kept = () =>
      app.services.db.selectFrom('notifications').select('event').where('user_id', '=', second.owner.user.id).execute()
    await hourlySweep(app.services, daysOn(89))
    expect(await kept()).toEqual([{ event: 'bark' }])
    await hourlySweep(app.services, daysOn(91))
    expect(await kept()).toEqual([])
  })

  test('are not created between two dogs of one owner, and are deleted with a transferred or deleted dog', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const sibling = await createDog(owner, { name: 'Sibling' })
    await owner.post('/api/bark', { toDogId: sibling.id })
    expect(await list(owner)).toEqual([])

    const other = await ownerWithDog(app.url)
    await other.owner.post('/api/bark', { toDogId: dog.id })
    expect(await unseen(owner)).toBe(1)
    const admin = await newAdmin(app)
    await admin.patch(`/api/admin/dogs/${dog.id}/owner`, { userId: null })
    expect([await list(owner), await unseen(owner)]).toEqual([[], 0])
  })
})

test('preferences are all on until they are changed field by field, and refused where they are none', async () => {
  const owner = await signUp(app.url)
  const { body } = await owner.get<Preferences>('/api/preferences')
  expect(body).toMatchObject({
    timeZone: null,
    quiet: null,
    reminders: { day: true, hours: true },
    digest: 'none',
    units: 'km',
    kinds: { match: { push: true, mail: true }, account: { push: true, mail: true } },
  })
  await owner.patch('/api/preferences', { kinds: { message: { mail: false } }, reminders: { day: false } })
  const changed = await owner.patch<Preferences>('/api/preferences', {
    kinds: { message: { push: false }, match: {} },
    timeZone: 'Europe/Berlin',
    digest: 'weekly',
    quiet: { from: '22:00', to: '07:00' },
  })
  const expected = {
    ...body,
    timeZone: 'Europe/Berlin',
    digest: 'weekly',
    quiet: { from: '22:00', to: '07:00' },
    reminders: { day: false, hours: true },
    kinds: { ...body.kinds, message: { push: false, mail: false } },
  }
  expect([changed.status, changed.body]).toEqual([200, expected])
  expect((await owner.get('/api/preferences')).body).toEqual(expected)
  for (const wrong of [
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+02:00' },
    { quiet: { from: '25:00', to: '07:00' } },
    { quiet: { from: '07:00', to: '07:00' } },
    { quiet: { from: '07:00' } },
    { digest: 'hourly' },
    { kinds: { message: { push: 'no' } } },
    { kinds: { account: { mail: false } } },
    { kinds: { moderation: { mail: false } } },
  ])
    expectError(await owner.patch('/api/preferences', wrong), 400)
  expect((await owner.get('/api/preferences')).body).toEqual(expected)
  expect((await owner.patch('/api/preferences', { quiet: null })).body).toEqual({ ...expected, quiet: null })
})
