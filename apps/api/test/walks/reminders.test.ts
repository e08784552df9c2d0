import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, type Person } from '../client.ts'
import { bell, call, walkCalls } from './calls.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The app's current time. */
let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })
const at = (ms: number) => new Date(ms).toISOString()

let host: Person
let start: number
beforeEach(async () => {
  clock = Date.now()
  start = clock + 2 * DAY
  host = (await ownerWithDog(app.url, { name: 'Hetty' })).owner
})

const { opened } = walkCalls(() => ({ host, start }))

test('reminders come a day and two hours before, and again for a new time', async () => {
  const { id } = await opened()
  const { owner } = await ownerWithDog(app.url)
  await call(owner, id, 'join')
  const reminders = async (person: Person) => {
    await app.services.deliveries.run()
    return (await bell(person)).filter(({ kind }) => kind === 'reminder').length
  }
  expect(await reminders(owner)).toBe(0)
  clock = start - DAY + MINUTE
  expect([await reminders(owner), await reminders(host)]).toEqual([1, 1])
  const late = await ownerWithDog(app.url)
  await call(late.owner, id, 'join')
  expect(await reminders(late.owner)).toBe(0)
  clock = start - 2 * HOUR + MINUTE
  expect([await reminders(owner), await reminders(owner), await reminders(late.owner)]).toEqual([2, 2, 1])
  await host.patch(`/api/walks/${id}`, { whenTs: at(start + DAY) })
  clock = start + DAY - HOUR
  expect([await reminders(owner), await reminders(late.owner)]).toEqual([3, 2])
})

test('whoever was just notified of a new time is not reminded a day before it, and once of all dogs they bring', async () => {
  const { id } = await opened()
  const { owner } = await ownerWithDog(app.url)
  await call(owner, id, 'join')
  const second = await createDog(owner)
  expect((await owner.send('POST', `/api/walks/${id}/join`, {}, { 'x-dog': second.id })).status).toBe(200)
  const reminders = async () => {
    await app.services.deliveries.run()
    return (await bell(owner)).filter(({ kind }) => kind === 'reminder').length
  }
  // Everybody joined well before; the new time leaves less than a day.
  clock += 12 * HOUR
  expect((await host.patch(`/api/walks/${id}`, { whenTs: at(clock + 20 * HOUR) })).status).toBe(200)
  expect(await reminders()).toBe(0)
  clock += 19 * HOUR
  expect(await reminders()).toBe(1)
})

test('a walk is in the calendar of those who come, and in a file', async () => {
  const { id } = await opened({ title: 'Walk, with a comma' })
  const { owner } = await ownerWithDog(app.url)
  await call(owner, id, 'join')
  const { body } = await owner.post<{ url: string }>('/api/calendar-feed')
  const feed = async () => (await fetch(`${app.url}${new URL(body.url).pathname}`)).text()
  for (const text of [await feed(), String((await owner.get(`/api/walks/${id}/ics`)).body)]) {
    expect(text).toContain(`UID:walk-${id}@`)
    expect(text).toContain('SUMMARY:Walk\\, with a comma')
    expect(text).toContain('SEQUENCE:1')
  }
  await call(host, id, 'cancel')
  expect(await feed()).not.toContain(id)
  expect(String((await owner.get(`/api/walks/${id}/ics`)).body)).toContain('STATUS:CANCELLED')
})
