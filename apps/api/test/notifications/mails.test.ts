import { newId } from '@barkyard/db/queries/ids'
import { notifyEach } from '@barkyard/db/queries/notify'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { Preferences } from '@barkyard/domain/schemas/preferences'
import { until } from '@barkyard/postgres/testing/until'
import { describe, expect, test } from 'vitest'
import { metricsPage } from '../../src/platform/operation/metrics.ts'
import { Client, type Person, signUp, twoMatched as twoStrangers } from '../client.ts'
import { mailApp } from '../mail-app.ts'
import { expectError } from '../shape.ts'
import { openChat } from '../socket.ts'
import { makeToken } from '../tokens.ts'

const { app, mailbox, clock, later, settled, mailsTo, verify, twoMatched } = await mailApp()
const subjectsTo = (person: Person) => mailsTo(person).map(({ subject }) => subject)
const say = async (person: Person, matchId: string, senderDogId: string, body: string) => {
  const chat = await openChat(person)
  chat.send({ type: 'message', matchId, senderDogId, body })
  await chat.until(({ messages }) => messages.length === 1)
  chat.socket.terminate()
}
const propose = async (person: Person, matchId: string, hours: number) => {
  const whenTs = new Date(clock.now.getTime() + hours * 3_600_000).toISOString()
  return (await person.post<Playdate>('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park' })).body
}

describe('a mail', () => {
  test('is sent once for a chat that is unseen for ten minutes, until it is read', async () => {
    const { first, second, matchId } = await twoMatched()
    later(9)
    await settled()
    expect(subjectsTo(second.owner)).toEqual([])
    later(1)
    await settled()
    expect(subjectsTo(second.owner)).toEqual(['Ada barked at Bo'])
    expect(mailsTo(second.owner)[0]?.link).toBe(`https://yard.test/bark-chat/${matchId}?as=${second.dog.id}`)
    await say(first.owner, matchId, first.dog.id, 'Hello?')
    later(20)
    await settled()
    expect(subjectsTo(second.owner)).toHaveLength(1)

    await second.owner.post(`/api/messages/${matchId}/mark-seen`)
    later(1)
    await say(first.owner, matchId, first.dog.id, 'Dolores Park?')
    later(10)
    await settled()
    expect(subjectsTo(second.owner)).toEqual(['Ada barked at Bo', 'Ada wrote to Bo'])
  })

  test('is not sent to users who were active since', async () => {
    const { second } = await twoMatched()
    later(5)
    await second.owner.get('/api/matches')
    later(30)
    await settled()
    expect(subjectsTo(second.owner)).toEqual([])
    // What a script of theirs reads nobody has seen.
    const { second: other } = await twoMatched()
    const { script } = await makeToken(other.owner)
    later(5)
    expect((await script.get('/api/matches')).status).toBe(200)
    later(30)
    await settled()
    expect(subjectsTo(other.owner)).toEqual(['Ada barked at Bo'])
  })

  test('is sent for each change of a playdate by the other side, at night after the quiet hours', async () => {
    clock.now = new Date('2027-10-30T20:30:00Z')
    const { first, second, matchId } = await twoMatched()
    await second.owner.post(`/api/messages/${matchId}/mark-seen`)
    await second.owner.patch('/api/preferences', { timeZone: 'Europe/Berlin', quiet: { from: '22:00', to: '07:00' } })
    later(1)
    const playdate = await propose(first.owner, matchId, 72)
    later(1)
    expect((await second.owner.get<Notification[]>('/api/notifications')).body[0]).toMatchObject({
      kind: 'playdate',
      title: 'Ada proposes a playdate with Bo',
      path: `/playdates#playdate-${playdate.id}`,
      dogId: second.dog.id,
      body: expect.stringContaining('Dolores Park'),
    })
    expect((await first.owner.get<Notification[]>('/api/notifications')).body).toEqual([])
    // The owner was active just now, at the bell. The next one is another night, in which clocks go back.
    later(1)
    await first.owner.post(`/api/playdates/${playdate.id}/counter`, { parkName: 'Crissy Field' })
    await settled()
    clock.now = new Date('2027-10-31T05:59:00Z')
    await settled()
    expect(subjectsTo(second.owner)).toEqual([])
    clock.now = new Date('2027-10-31T06:00:00Z')
    await settled()
    expect(subjectsTo(second.owner)).toEqual(['Ada suggests a change to the playdate with Bo'])
    expect(mailsTo(second.owner)[0]?.text).toContain(`/playdates?as=${second.dog.id}#playdate-${playdate.id}`)
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
  })

  test('reminds of an accepted playdate a day and two hours before, once each, but not of its former time', async () => {
    const { first, second, matchId } = await twoStrangers(app.url)
    await verify(first.owner)
    await second.owner.patch('/api/preferences', { reminders: { day: false } })
    const playdate = await propose(first.owner, matchId, 30)
    await second.owner.patch(`/api/playdates/${playdate.id}`, { status: 'accepted' })
    const reminders = async (person: Person) =>
      (await person.get<Notification[]>('/api/notifications')).body.filter(({ kind }) => kind === 'reminder').length
    await settled()
    expect([await reminders(first.owner), await reminders(second.owner)]).toEqual([0, 0])
    later(6 * 60)
    await settled()
    await settled()
    expect([await reminders(first.owner), await reminders(second.owner)]).toEqual([1, 0])
    expect(subjectsTo(first.owner).filter(subject => subject.startsWith('Ada meets Bo on '))).toHaveLength(1)
    later(22 * 60)
    await settled()
    expect([await reminders(first.owner), await reminders(second.owner)]).toEqual([2, 1])
    // An unconfirmed address gets none.
    expect(subjectsTo(second.owner).filter(subject => subject.includes(' meets '))).toEqual([])
  })

  test('that the server refuses is sent again unchanged, unless its subject was read meanwhile', async () => {
    const { second, matchId } = await twoMatched()
    mailbox.mood = 'refuse'
    later(10)
    await app.services.deliveries.run()
    const waiting = () =>
      app.services.db
        .selectFrom('jobs')
        .selectAll()
        .where('user_id', '=', second.owner.user.id)
        .where('key', 'like', 'notification %')
        .execute()
    await until(waiting, list => list.some(job => job.attempts === 1 && job.lease_id === null))
    const metrics = await metricsPage(app)
    for (const line of ['jobs_waiting{kind="mail"} ', 'jobs_ended_total{kind="mail",outcome="failed"} '])
      expect(Number(metrics.split(line)[1]?.split('\n')[0])).toBeGreaterThan(0)
    expect(metrics).toContain('jobs_oldest_seconds{kind="mail"} ')
    mailbox.mood = 'take'
    await second.owner.post(`/api/messages/${matchId}/mark-seen`)
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
    await say(first.owner, matchId, first.dog.id, 'Hello?')
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

  test('reminds of no playdate that was cancelled before it', async () => {
    clock.now = new Date('2027-06-02T18:00:00Z')
    const { first, second, matchId } = await twoMatched()
    const quiet = { from: '20:00', to: '08:00' }
    await second.owner.patch('/api/preferences', { timeZone: 'Europe/Berlin', digest: 'daily', quiet })
    const { id } = await propose(first.owner, matchId, 3)
    await second.owner.patch(`/api/playdates/${id}`, { status: 'accepted' })
    later(61)
    await settled()
    expect((await second.owner.get<Notification[]>('/api/notifications')).body[0]?.title).toMatch(/^Bo meets Ada/)
    await first.owner.post(`/api/playdates/${id}/cancel`, { reason: 'weather' })
    clock.now = new Date('2027-06-03T16:00:00Z')
    await settled()
    expect(mailsTo(second.owner).filter(({ html }) => html.includes('meets'))).toEqual([])
    expect(mailsTo(second.owner).filter(({ html }) => html.includes('cancelled'))).not.toEqual([])
  })

  test('is sent weekly on Mondays', async () => {
    clock.now = new Date('2027-06-02T12:00:00Z')
    const { second } = await twoMatched()
    await verify(second.owner)
    await second.owner.patch('/api/preferences', { timeZone: 'America/New_York', digest: 'weekly' })
    for (const [time, mails] of [
      ['2027-06-06T22:00:00Z', 0],
      ['2027-06-07T21:59:00Z', 0],
      ['2027-06-07T22:00:00Z', 1],
    ] as const) {
      clock.now = new Date(time)
      await second.owner.get('/api/matches')
      await settled()
      expect([time, subjectsTo(second.owner).length]).toEqual([time, mails])
    }
  })
})

describe('unsubscribing', () => {
  const mailedLink = async () => {
    const { second } = await twoMatched()
    later(10)
    await settled()
    const [mail] = mailsTo(second.owner)
    const link = /https:\/\/yard\.test(\/api\/unsubscribe\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    return { owner: second.owner, mail, link }
  }
  const mailOf = async (person: Person) => (await person.get<Preferences>('/api/preferences')).body.kinds.match.mail

  test('works with one click in a mail program, by the mail’s header', async () => {
    const { owner, mail, link } = await mailedLink()
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

  test('asks for confirmation when the link is opened', async () => {
    const { owner, link } = await mailedLink()
    const anybody = new Client(app.url)
    const { status, body } = await anybody.get<string>(link)
    expect([status, await mailOf(owner)]).toEqual([200, true])
    expect(body).toContain('Shall we stop sending you mails about first barks?')
    const token = new URL(link, app.url).searchParams.get('token') ?? ''
    const done = await anybody.send<string>('POST', '/api/unsubscribe', new URLSearchParams({ token }))
    expect([done.status, await mailOf(owner)]).toEqual([200, false])
    expect(done.body).toContain('Unsubscribed')
  })

  test('is impossible for other users, because tokens cannot be forged', async () => {
    const { owner, link } = await mailedLink()
    const other = await signUp(app.url)
    const token = new URL(link, app.url).searchParams.get('token') ?? ''
    const [id = '', signature = ''] = token.split('.')
    const forged = [
      '',
      'x',
      `${id}.`,
      `${id.replace(owner.user.id, other.user.id)}.${signature}`,
      `${id.replace('match', 'digest')}.${signature}`,
      `${id}.${signature.startsWith('x') ? 'y' : 'x'}${signature.slice(1)}`,
    ]
    for (const wrong of forged) {
      const client = new Client(app.url)
      expectError(await client.post('/api/unsubscribe', { token: wrong }), 400)
      expect((await client.get(`/api/unsubscribe?token=${encodeURIComponent(wrong)}`)).status).toBe(400)
    }
    expect([await mailOf(owner), await mailOf(other)]).toEqual([true, true])
  })
})
