import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, notificationsOf, ownerWithDog, photo } from '../client.ts'
import { stoppedClock } from '../limits.ts'
import { expectError } from '../shape.ts'
import { endCase, lostCase, sight, sightingsOf, withPhoto } from './calls.ts'

const lines: string[] = []
const app = testApp({ RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' }, { logTo: { write: line => lines.push(line) } })
const later = stoppedClock()

/** Somebody without an account, at an address of their own. */
let addresses = 0
const stranger = () => {
  const address = `10.0.${addresses >> 8}.${addresses++ & 255}`
  const client = new Client(app.url)
  const { send } = client
  client.send = (method, path, body, headers = {}) =>
    send.call(client, method, path, body, { 'x-forwarded-for': address, ...headers }) as never
  return client
}
const lostDog = async (fields = {}) => {
  const mine = await ownerWithDog(app.url, { name: 'Mochi & <Co>', breed: 'Shiba' })
  await mine.owner.upload(mine.dog.id, await photo())
  return { ...mine, ...(await lostCase(app, mine, fields)) }
}
const form = (fields: object = {}) => ({ where: 'Oak Street, at the bakery', ago: 'hour', state: 'seen', ...fields })
const send = (client: Client, code: string, body: object | FormData = form()) =>
  client.post<string>(`/api/lost/p/${code}`, body)

describe('the page behind the code on a poster', () => {
  test('shows what helps to find the dog, without script, and names nobody', async () => {
    const lost = await lostDog({ wearing: 'a red "collar"', note: 'She hides.\nDo not call.' })
    const page = await stranger().get<string>(`/api/lost/p/${lost.code}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    for (const text of [
      '<h1>Mochi &amp; &lt;Co&gt; is lost</h1>',
      '-thumb.webp',
      'Shiba',
      'a red &quot;collar&quot;',
      'She hides.<br>Do not call.',
      'Shy. Stand still, turn to the side',
      'href="tel:+15550100"',
      'mlat=37.775&amp;mlon=-122.419',
      'name="robots" content="noindex"',
      'enctype="multipart/form-data"',
    ])
      expect(page.body).toContain(text)
    for (const text of ['<script', 'Robin', 'Hale', 'scar', lost.owner.user.email, lost.owner.user.id])
      expect(page.body).not.toContain(text)
    const quiet = await lostDog({ show_phone: false })
    expect((await stranger().get(`/api/lost/p/${quiet.code}`)).body).not.toContain('555 0100')
  })

  test('is dead once the search is over, or nobody may see the dog', async () => {
    const over = async (outcome: 'found' | 'died' | null) => {
      const lost = await lostDog()
      await endCase(app, lost.id, outcome)
      return lost
    }
    const hidden = await lostDog()
    await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', hidden.dog.id).execute()
    const waiting = await lostDog({ state: 'waiting' })
    const deleted = await lostDog()
    expect((await deleted.owner.delete(`/api/dogs/${deleted.dog.id}`)).status).toBe(200)
    for (const [lost, text] of [
      [await over('found'), 'This dog is home'],
      [await over('died'), 'This search has ended'],
      [await over(null), 'This search has ended'],
      [hidden, 'This search has ended'],
      [waiting, 'This search has ended'],
      [deleted, 'This search has ended'],
    ] as const)
      for (const answer of [
        await stranger().get<string>(`/api/lost/p/${lost.code}`),
        await send(stranger(), lost.code),
      ]) {
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([410, 'no-store'])
        expect(answer.body).toContain(`<h1>${text}</h1>`)
        expect(answer.body).not.toContain('Mochi')
      }
    for (const code of ['0123456789abcdef', 'x', '%00', `${waiting.code}x`])
      expect((await stranger().get(`/api/lost/p/${code}`)).status).toBe(404)
    expect(lines.join('')).not.toContain(waiting.code)
  })

  test('takes what somebody without an account saw, and tells the owner; says what is wrong at the field, and keeps what was typed', async () => {
    const lost = await lostDog()
    const wrong = await send(stranger(), lost.code, await withPhoto(form({ where: ' ', note: 'By <the> lake' }), false))
    expect(wrong.status).toBe(400)
    expect(wrong.body).toContain('Please say where')
    expect(wrong.body).toContain('By &lt;the&gt; lake</textarea>')
    const text = new FormData()
    for (const [name, value] of Object.entries(form())) text.set(name, value)
    text.set('photo', new Blob(['no picture']), 'a.png')
    const noPhoto = await send(stranger(), lost.code, text)
    expect([noPhoto.status, noPhoto.body.includes('id="photo-error"')]).toEqual([415, true])
    expectError(await stranger().post(`/api/lost/p/${lost.code}`, { where: 'Here' }), 400)

    const answer = await send(stranger(), lost.code, await withPhoto(form({ state: 'holding', note: 'In my yard' })))
    expect([answer.status, answer.body.includes('has been told')]).toEqual([200, true])
    // Browsers send an empty photo where none was chosen.
    expect((await send(stranger(), lost.code, await withPhoto(form({ ago: 'now' }), false))).status).toBe(200)
    const typed = new URLSearchParams({ ...form({ note: '' }), phone: '+1 555 0142' })
    expect((await stranger().send('POST', `/api/lost/p/${lost.code}`, typed)).status).toBe(200)
    expect((await stranger().post(`/api/lost/p/${lost.code}`, form({ state: 'injured' }))).body).toEqual({ ok: true })
    const list = await sightingsOf(lost.owner, lost.id)
    expect(list).toMatchObject([
      { state: 'injured', photo: null },
      { state: 'seen', phone: null },
      { note: null, photo: null },
      { state: 'holding', note: 'In my yard', where: 'Oak Street, at the bakery', lat: null, lng: null, from: null },
    ])
    const hours = (app.services.now().getTime() - Date.parse(list[3]?.at ?? '')) / 3_600_000
    expect(hours).toBeCloseTo(1, 1)
    expect((await lost.owner.get(list[3]?.photo ?? '')).status).toBe(200)
    expect((await notificationsOf(lost.owner)).filter(({ kind }) => kind === 'lost')).toHaveLength(4)
  })

  test('takes 5 an hour of an address, 50 a day of a case, and 10 more of who holds the dog', async () => {
    const lost = await lostDog()
    const one = stranger()
    for (let n = 0; n < 5; n++) expect((await send(one, lost.code)).status).toBe(200)
    const refused = await send(one, lost.code, await withPhoto(form(), false))
    expect([refused.status, refused.body.includes('Too many requests')]).toEqual([429, true])
    expect(refused.headers.get('retry-after')).not.toBeNull()
    for (let n = 5; n < 50; n++) expect((await send(stranger(), lost.code)).status).toBe(200)
    expectError(await send(stranger(), lost.code), 429)
    expectError(await send(stranger(), lost.code, form({ state: 'holding' })), 429)
    const held = await withPhoto(form({ state: 'holding' }))
    for (let n = 0; n < 10; n++) expect((await send(stranger(), lost.code, held)).status).toBe(200)
    expect((await send(stranger(), lost.code, held)).status).toBe(429)
    // Another dog's case is open to them.
    expect((await send(stranger(), (await lostDog()).code)).status).toBe(200)
    later(24 * 3600)
    expect((await send(stranger(), lost.code)).status).toBe(200)
  })
})

test('a user sends 10 sightings an hour; of them 3 are pushed, and 10 of all of a case', async () => {
  // A sweep that came meanwhile would decide about the mails, which then wait no longer.
  await app.services.deliveries.stop()
  const lost = await lostDog()
  const { db } = app.services
  const pushed = async () => {
    const sightings = db.selectFrom('lost_sightings').select('id').where('lost_id', '=', lost.id)
    return (await sightings.where('is_pushed', '=', true).execute()).length
  }
  const { owner: eager } = await ownerWithDog(app.url)
  for (let n = 0; n < 10; n++) expect((await sight(eager, lost.id)).status).toBe(200)
  expectError(await sight(eager, lost.id), 429)
  expect(await pushed()).toBe(3)
  for (let n = 0; n < 8; n++) await send(stranger(), lost.code)
  expect(await pushed()).toBe(10)
  // The rest stands in the list, without a push and without a mail.
  const ofOwner = db.selectFrom('notifications').where('user_id', '=', lost.owner.user.id)
  const rows = await ofOwner.select('mail_at').where('event', '=', 'sighting').execute()
  expect(rows).toHaveLength(18)
  expect(rows.filter(row => row.mail_at !== null)).toHaveLength(10)
  later(3600)
  await sight(eager, lost.id)
  expect(await pushed()).toBe(11)
})
