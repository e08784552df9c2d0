import { newId } from '@barkyard/db/queries/ids'
import { type NewNotification, notifyEach } from '@barkyard/db/queries/notify'
import type { Preferences } from '@barkyard/domain/schemas/preferences'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { describe, expect, test } from 'vitest'
import { metricsPage } from '../../src/platform/operation/metrics.ts'
import { Client, notificationsOf, ownerWithDog, type Person, signUp, twoMatched as twoStrangers } from '../client.ts'
import { lostCase } from '../lost/calls.ts'
import { mailApp } from '../mail-app.ts'
import { expectError } from '../shape.ts'
import { makeToken } from '../tokens.ts'

const { app, mailbox, clock, later, settled, mailsTo, subjectsTo, verify, twoMatched, propose } = await mailApp()
const say = (person: Person, matchId: string, body: string) => person.post(`/api/messages/${matchId}`, { body })
/** An accepted playdate that begins in so many hours. @returns its id. */
async function agreed({ first, second, matchId }: Awaited<ReturnType<typeof twoMatched>>, hours: number) {
  const { id } = await propose(first.owner, matchId, hours)
  expect((await second.owner.patch(`/api/playdates/${id}`, { status: 'accepted' })).status).toBe(200)
  return id
}

describe('a mail', () => {
  test('is sent once for a chat that is unseen for ten minutes, until it is read, but not to who was active since', async () => {
    const [{ first, second, matchId }, { second: active }, { second: scripted }] = [
      await twoMatched(),
      await twoMatched(),
      await twoMatched(),
    ]
    const { script } = await makeToken(scripted.owner)
    later(9)
    await settled()
    expect(subjectsTo(second.owner)).toEqual([])
    // What a script reads nobody has seen.
    for (const reader of [active.owner, script]) expect((await reader.get('/api/matches')).status).toBe(200)
    later(1)
    await settled()
    for (const { owner } of [second, scripted]) expect(subjectsTo(owner)).toEqual(['Ada barked at Bo'])
    expect(mailsTo(second.owner)[0]?.link).toBe(`https://yard.test/bark-chat/${matchId}?as=${second.dog.id}`)
    await say(first.owner, matchId, 'Hello?')
    later(20)
    await settled()
    expect(subjectsTo(second.owner)).toHaveLength(1)
    expect(subjectsTo(active.owner)).toEqual([])

    await second.owner.post(`/api/messages/${matchId}/mark-seen`)
    later(1)
    await say(first.owner, matchId, 'Dolores Park?')
    later(10)
    await settled()
    expect(subjectsTo(second.owner)).toEqual(['Ada barked at Bo', 'Ada wrote to Bo'])
  })

  test('and what is notified of, if a newer release put them, wait a day for its processes', async () => {
    const { db, jobs } = app.services
    const { user } = await signUp(app.url)
    await jobs.put(db, [{ kind: 'mail', payload: { mail: 'of tomorrow' }, userId: user.id }])
    const id = newId()
    const at = { notified_at: clock.now, push_at: clock.now, mail_at: clock.now }
    await db
      .insertInto('notifications')
      .values({ id, user_id: user.id, event: 'of tomorrow', ...at })
      .execute()
    const waiting = async () => [
      await db.selectFrom('jobs').select('due_at as until').where('user_id', '=', user.id).executeTakeFirst(),
      await db.selectFrom('notifications').select(['push_at', 'mail_at']).where('id', '=', id).executeTakeFirst(),
    ]
    await settled()
    const until = new Date(clock.now.getTime() + 60_000)
    expect(await waiting()).toEqual([{ until }, { push_at: until, mail_at: until }])
    later(24 * 60)
    await settled()
    expect(await waiting()).toEqual([undefined, { push_at: null, mail_at: null }])
  })

  test('about a playdate comes ten minutes after its first unseen change, however often it changes since', async () => {
    const { first, second, matchId } = await twoMatched()
    await second.owner.post(`/api/messages/${matchId}/mark-seen`)
    later(1)
    const { id } = await propose(first.owner, matchId, 72)
    later(6)
    await first.owner.post(`/api/playdates/${id}/counter`, { parkName: 'Crissy Field' })
    later(4)
    await settled()
    expect(subjectsTo(second.owner)).toEqual(['Ada suggests a change to the playdate with Bo'])
    expect(mailsTo(second.owner)[0]?.text).toContain(`/playdates?as=${second.dog.id}#playdate-${id}`)
  })

  test.each<[NewNotification['event'], object, says: string, button: string, mayAppeal: boolean]>([
    ['lost-decided', { isOpen: true, statement: null }, 'Owners nearby are being told.', 'Open the search', false],
    ['lost-decided', { isOpen: true, statement: 'Good luck' }, 'Good luck', 'Open the search', false],
    ['lost-decided', { isOpen: false, statement: 'A cat' }, 'A cat', 'Open my settings', true],
    ['park-decided', { name: 'Wiggly', isApproved: true, reason: null }, 'Thank you.', 'Open the park', false],
    ['park-decided', { name: 'Wiggly', isApproved: false, reason: 'A home' }, 'A home', 'See your suggestions', false],
    ['decision', { action: 'warn', statement: 'No\nnumbers' }, 'No\nnumbers', 'Open my settings', true],
    [
      'case-urgent',
      { kind: 'danger', dogName: 'Rex', caseId: 'rex' },
      'because you are a moderator or an admin',
      'Open the queue:\nhttps://yard.test/admin/reports/rex',
      false,
    ],
    ['decision', { action: 'uphold', statement: 'It stands' }, 'It stands', 'Open my settings', false],
  ])(
    'of %s with %j says why, and offers an appeal where there is one',
    async (event, more, says, button, mayAppeal) => {
      const owner = await signUp(app.url)
      await verify(owner)
      const details = { lostId: newId(), parkId: newId(), ...more }
      await notifyEach(app.services.db, [{ event, details, userId: owner.user.id } as NewNotification], clock.now)
      await settled()
      const [{ text = '' } = {}] = mailsTo(owner)
      expect(text).toContain(says)
      expect(text).toContain(button)
      expect(text.includes('you can appeal once')).toBe(mayAppeal)
    },
  )

  test('that the server refuses is tried again, unless its subject was seen meanwhile', async () => {
    const { second } = await twoMatched()
    const { db } = app.services
    const { id } = second.owner.user
    mailbox.mood = 'refuse'
    later(10)
    await app.services.deliveries.run()
    const waiting = db.selectFrom('jobs').select(['attempts', 'lease_id']).where('key', 'like', 'notification %')
    await until(() => waiting.where('user_id', '=', id).execute(), [{ attempts: 1, lease_id: null }])
    const metrics = await metricsPage(app)
    for (const line of ['jobs_waiting{kind="mail"} ', 'jobs_ended_total{kind="mail",outcome="failed"} '])
      expect(Number(metrics.split(line)[1]?.split('\n')[0])).toBeGreaterThan(0)
    expect(metrics).toContain('jobs_oldest_seconds{kind="mail"} ')
    mailbox.mood = 'take'
    // Seen in the list, which is no sign of presence by itself.
    await db.updateTable('notifications').set({ seen_at: clock.now }).where('user_id', '=', id).execute()
    later(60)
    await settled()
    expect(subjectsTo(second.owner)).toEqual([])
  })

  test('that somebody waits for overtakes those that can wait', async () => {
    const reader = await signUp(app.url)
    await verify(reader)
    await settled()
    mailbox.mood = 'hold'
    const begun = mailbox.offered
    const news = { event: 'role-changed', details: { role: 'moderator' }, userId: reader.user.id } as const
    await notifyEach(app.services.db, Array(11).fill(news), clock.now)
    await app.services.deliveries.run()
    await until(() => mailbox.offered - begun >= 5, true)
    expect((await new Client(app.url).post('/api/forgot', { email: reader.user.email })).status).toBe(200)
    // Five are on their way at a time.
    mailbox.release()
    await until(() => mailbox.offered - begun >= 10, true)
    mailbox.release()
    await until(() => subjectsTo(reader).length, 10)
    expect(subjectsTo(reader)).toContain('Reset your Barkyard password')
    mailbox.mood = 'take'
    mailbox.release()
    await settled()
    expect(subjectsTo(reader)).toHaveLength(12)
  })

  test('with a link is not sent late, once a later link was asked for', async () => {
    const owner = await signUp(app.url)
    await settled()
    const ask = async () => expect((await owner.post('/api/account/verify-email')).status).toBe(200)
    const links = () => mailbox.mails.filter(({ to }) => to === owner.user.email).map(({ link }) => new URL(link))
    mailbox.mood = 'refuse'
    await ask()
    const jobs = app.services.db.selectFrom('jobs').select(['attempts', 'lease_id']).where('kind', '=', 'mail')
    await until(() => jobs.where('user_id', '=', owner.user.id).execute(), [{ attempts: 1, lease_id: null }])
    mailbox.mood = 'take'
    later(0.1)
    await ask()
    await until(() => links().length, 2)
    later(1)
    await settled()
    expect(links()).toHaveLength(2)
    const token = links()[1]?.searchParams.get('token')
    expect((await new Client(app.url).post('/api/verify-email', { token })).status).toBe(200)
  })
})

test('what is so of the search for one’s own dog is mailed whatever is heard of others, with no link that would not end it', async () => {
  // 23:00 in Berlin.
  clock.now = new Date('2027-06-01T21:00:00Z')
  const mine = await ownerWithDog(app.url, { name: 'Bo' })
  const { owner, dog } = mine
  await verify(owner)
  const [quiet, kinds] = [{ from: '22:00', to: '07:00' }, { lost: { mail: false, push: false } }]
  await owner.patch('/api/preferences', { timeZone: 'Europe/Berlin', quiet, kinds })
  const { id: lostId } = await lostCase(app, mine, { ends_at: new Date('2027-06-02T09:00:00Z') })
  await settled()
  // Renewed before the quiet hours end.
  expect((await owner.patch(`/api/lost/${lostId}`, { renew: true, version: 1 })).status).toBe(200)
  for (const [at, subject] of [
    ['2027-06-02T05:00:00Z', null],
    ['2027-06-04T09:00:00Z', 'The search for Bo ends on Fri, Jun 4 at 11:00 PM'],
    ['2027-06-04T21:00:00Z', null],
    ['2027-06-05T05:00:00Z', 'The search for Bo has ended'],
  ] as const) {
    clock.now = new Date(at)
    const before = mailsTo(owner).length
    await settled()
    expect([at, subjectsTo(owner)[before] ?? null]).toEqual([at, subject])
  }
  const sighting = {
    event: 'sighting',
    details: { lostId, state: 'seen' },
    userId: owner.user.id,
    dogId: dog.id,
  } as const
  await notifyEach(app.services.db, [sighting], clock.now)
  await settled()
  expect(mailsTo(owner).map(({ unsubscribe }) => unsubscribe)).toEqual([null, null, null])
  expect(mailsTo(owner)[2]?.text).toContain('It cannot be turned off.')
})

describe('a reminder', () => {
  const remindersOf = async (...people: Person[]) => {
    const lists = await Promise.all(people.map(notificationsOf))
    return lists.map(list => list.filter(({ kind }) => kind === 'reminder').length)
  }

  test('of an accepted playdate comes a day and two hours before, once each, unless it was agreed later than that', async () => {
    const [matched, soon] = [await twoStrangers(app.url), await twoMatched()]
    const [one, other] = [matched.first.owner, matched.second.owner]
    await verify(one)
    await other.patch('/api/preferences', { reminders: { day: false } })
    await agreed(matched, 30)
    await agreed(soon, 23)
    for (const [hours, counts] of [
      [0, [0, 0, 0, 0]],
      [6, [1, 0, 0, 0]],
      [14, [1, 0, 0, 0]],
      [1, [1, 0, 1, 1]],
      [7, [2, 1, 1, 1]],
    ] as const) {
      later(hours * 60)
      for (let look = 0; look < 2; look++) await settled()
      expect(await remindersOf(one, other, soon.first.owner, soon.second.owner)).toEqual(counts)
      expect(subjectsTo(one).filter(subject => subject.startsWith('Ada meets Bo on '))).toHaveLength(counts[0])
    }
    // An unconfirmed address gets none.
    expect(subjectsTo(other).filter(subject => subject.includes(' meets '))).toEqual([])
  })

  test('of a hidden dog or a suspended owner reaches neither side', async () => {
    const [hidden, suspended] = [await twoMatched(), await twoMatched()]
    for (const matched of [hidden, suspended]) await agreed(matched, 26)
    // Playdates that were left in place: hiding and suspending cancel those that they find.
    const { db } = app.services
    await db.updateTable('dogs').set({ hidden_at: clock.now }).where('id', '=', hidden.second.dog.id).execute()
    const { id } = suspended.second.owner.user
    await db.updateTable('users').set({ suspended_at: clock.now }).where('id', '=', id).execute()
    for (const hours of [2, 22]) {
      later(hours * 60)
      await settled()
    }
    const reminders = db.selectFrom('notifications').select('event').where('event', 'like', 'reminder-%')
    const people = [hidden, suspended].flatMap(({ first, second }) => [first.owner, second.owner])
    const userIds = people.map(({ user }) => user.id)
    expect(await reminders.where('user_id', 'in', userIds).execute()).toEqual([])
  })
})

describe('a digest', () => {
  test('is sent at 18:00 local time with unseen notifications that were not mailed, and not sent if there are none', async () => {
    // The Sunday on which Berlin's clocks go forward.
    clock.now = new Date('2027-03-27T12:00:00Z')
    const { first, second, matchId } = await twoMatched()
    await verify(second.owner)
    await second.owner.patch('/api/preferences', {
      timeZone: 'Europe/Berlin',
      digest: 'daily',
      kinds: { match: { mail: true }, message: { mail: false }, search: { mail: true } },
    })
    clock.now = new Date('2027-03-27T17:00:00Z')
    // Seen just before, so it is not mailed separately.
    await second.owner.get('/api/matches')
    await settled()
    expect(subjectsTo(second.owner)).toEqual(['Ada barked at Bo'])
    await say(first.owner, matchId, 'Hello?')
    for (const name of ['Older', 'Newer']) {
      later(1)
      const details = { name, searchId: newId(), count: 2 }
      await notifyEach(app.services.db, [{ event: 'dog-found', details, userId: second.owner.user.id }], clock.now)
    }
    clock.now = new Date('2027-03-28T15:59:00Z')
    await settled()
    await second.owner.patch('/api/preferences', { kinds: { message: { mail: true } } })
    clock.now = new Date('2027-03-28T16:00:00Z')
    await settled()
    expect(subjectsTo(second.owner)).toHaveLength(2)
    expect(mailsTo(second.owner)[1]?.text).toMatch(/“Newer”.*“Older”.*Ada sent Bo 2 messages/s)
    clock.now = new Date('2027-03-29T16:00:00Z')
    await settled()
    expect(subjectsTo(second.owner)).toHaveLength(2)
  })

  test('tells of no walk that has begun, moved or was called off, of no playdate that was cancelled, and a suspended owner of none', async () => {
    clock.now = new Date('2027-06-02T12:00:00Z')
    const matched = await twoMatched()
    const { second: reader, first: host } = matched
    const quiet = { from: '20:00', to: '08:00' }
    await reader.owner.patch('/api/preferences', { timeZone: 'Europe/Berlin', digest: 'daily', quiet })
    const whenTs = (hours: number) => new Date(clock.now.getTime() + hours * 3_600_000).toISOString()
    const news: NewNotification[] = []
    const told = { userId: reader.owner.user.id, dogId: reader.dog.id, otherDogId: host.dog.id }
    for (const [title, hours] of [
      ['Off', 52],
      ['Begun', 3],
      ['Ahead', 48],
    ] as const) {
      const walk = { title, parkName: 'Dolores Park', whenTs: whenTs(hours), maxDogs: 3 }
      const { status, body } = await host.owner.post<Walk>('/api/walks', walk)
      expect([title, status]).toEqual([title, 200])
      if (title === 'Off') expect((await host.owner.post(`/api/walks/${body.id}/cancel`)).status).toBe(200)
      const near = {
        ...told,
        event: 'walk-near',
        details: { ...walk, timeZone: body.timeZone },
        walkId: body.id,
      } as const
      news.push(near)
      if (title !== 'Ahead') continue
      news.push({ ...near, event: 'walk-next', details: { ...near.details, title: 'Next' } })
      news.push({ ...near, details: { ...near.details, title: 'Moved', whenTs: whenTs(47) } })
    }
    await notifyEach(app.services.db, news, clock.now)
    clock.now = new Date('2027-06-02T16:00:00Z')
    const suspend = (suspended_at: Date | null) =>
      app.services.db.updateTable('users').set({ suspended_at }).where('id', '=', reader.owner.user.id).execute()
    await suspend(clock.now)
    await settled()
    expect(subjectsTo(reader.owner)).toEqual([])
    await suspend(null)
    clock.now = new Date('2027-06-02T18:00:00Z')
    const playdateId = await agreed(matched, 3)
    later(61)
    await settled()
    expect((await notificationsOf(reader.owner))[0]?.title).toMatch(/^Bo meets Ada/)
    await host.owner.post(`/api/playdates/${playdateId}/cancel`, { reason: 'weather' })
    clock.now = new Date('2027-06-03T16:00:00Z')
    await settled()
    const text = mailsTo(reader.owner)
      .map(mail => mail.text)
      .join()
    expect(text).toContain('cancelled')
    expect(text).not.toContain('meets')
    expect(['Ahead', 'Next', 'Begun', 'Moved', 'Off'].filter(title => text.includes(title))).toEqual(['Ahead', 'Next'])
  })

  test('says that a lost dog is home after one that said that it is lost', async () => {
    clock.now = new Date('2027-06-02T12:00:00Z')
    const { second: reader, first } = await twoMatched()
    const { id: userId } = reader.owner.user
    await reader.owner.patch('/api/preferences', { timeZone: 'Europe/Berlin', digest: 'daily' })
    const { id: lostId } = await lostCase(app, first)
    const told = { lost_id: lostId, user_id: userId, told_at: clock.now, is_pushed: false }
    await app.services.db.insertInto('lost_tellings').values(told).execute()
    const near = { event: 'lost-near', details: { lostId, place: null, distance: 1 }, userId } as const
    await notifyEach(app.services.db, [{ ...near, otherDogId: first.dog.id, key: `lost ${lostId}` }], clock.now)
    for (const [day, words] of [
      [2, 'Ada is lost, 1 km from you'],
      [3, 'Ada is home'],
    ] as const) {
      clock.now = new Date(`2027-06-0${day}T16:00:00Z`)
      await settled()
      expect(mailsTo(reader.owner).at(-1)?.text).toContain(words)
      await first.owner.post(`/api/lost/${lostId}/close`, { outcome: 'found' })
      await settled()
    }
  })

  test('leaves out the kinds whose mail is off', async () => {
    clock.now = new Date('2027-06-02T12:00:00Z')
    const { first, second, matchId } = await twoMatched()
    const kinds = { match: { mail: false }, message: { mail: false } }
    await second.owner.patch('/api/preferences', { timeZone: 'Europe/Berlin', digest: 'daily', kinds })
    later(1)
    await propose(first.owner, matchId, 7 * 24)
    later(1)
    // Seen since, so that there is no mail of the playdate alone.
    await second.owner.get('/api/matches')
    await settled()
    clock.now = new Date('2027-06-02T16:00:00Z')
    await settled()
    expect(subjectsTo(second.owner)).toEqual(['Ada proposes a playdate with Bo'])
    expect(mailsTo(second.owner)[0]?.html).not.toContain('barked')
    await second.owner.patch('/api/preferences', { kinds: { playdate: { mail: false } } })
    clock.now = new Date('2027-06-03T16:00:00Z')
    await settled()
    expect(mailsTo(second.owner)).toHaveLength(1)
  })
})

test('unsubscribing is one click in a mail program, is confirmed where the link is opened, and takes a token that nobody forges', async () => {
  const { second } = await twoMatched()
  later(10)
  await settled()
  const { owner } = second
  const [mail] = mailsTo(owner)
  const link = /https:\/\/yard\.test(\/api\/unsubscribe\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const token = new URL(link, app.url).searchParams.get('token') ?? ''
  const mailOf = async (person: Person) => (await person.get<Preferences>('/api/preferences')).body.kinds.match.mail
  const anybody = new Client(app.url)

  const other = await signUp(app.url)
  const [id = '', signature = ''] = token.split('.')
  for (const forged of [
    '',
    'x',
    `${id}.`,
    `${id.replace(owner.user.id, other.user.id)}.${signature}`,
    `${id.replace('match', 'digest')}.${signature}`,
    `${id}.${signature.startsWith('x') ? 'y' : 'x'}${signature.slice(1)}`,
  ]) {
    expectError(await anybody.post('/api/unsubscribe', { token: forged }), 400)
    expect((await anybody.get(`/api/unsubscribe?token=${encodeURIComponent(forged)}`)).status).toBe(400)
  }
  const { status, body } = await anybody.get<string>(link)
  expect(body).toContain('Shall we stop sending you mails about first barks?')
  expect([status, await mailOf(owner), await mailOf(other)]).toEqual([200, true, true])
  const done = await anybody.send<string>('POST', '/api/unsubscribe', new URLSearchParams({ token }))
  expect([done.status, await mailOf(owner)]).toEqual([200, false])
  expect(done.body).toContain('Unsubscribed')

  expect(mail?.unsubscribe).toEqual({ list: `<https://yard.test${link}>`, post: 'List-Unsubscribe=One-Click' })
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    await owner.patch('/api/preferences', { kinds: { match: { mail: true } } })
    const body = type.includes('multipart')
      ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      : 'List-Unsubscribe=One-Click'
    const { status } = await fetch(`${app.url}${link}`, { method: 'POST', headers: { 'content-type': type }, body })
    expect([type, status, await mailOf(owner)]).toEqual([type, 200, false])
  }
})
