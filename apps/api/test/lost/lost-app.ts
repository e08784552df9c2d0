import type { Lost, OwnLost } from '@barkyard/domain/schemas/lost'
import { until } from '@barkyard/postgres/testing/until'
import { beforeEach, expect } from 'vitest'
import { testApp } from '../app.ts'
import { type Answer, notificationsOf, ownerWithDog, type Person, photo } from '../client.ts'
import { DAY, HOUR } from '../times.ts'

/** An app whose clock the test moves. Each test has its own valley. */
export function lostApp(env: Record<string, string> = {}) {
  const clock = { now: Date.now() }
  const app = testApp(env, { now: () => new Date(clock.now) })
  let valley = 0
  const places = { home: { lat: 0, lng: 0 } }
  beforeEach(() => {
    // A dog that is a day old may be lost at once.
    clock.now = Date.now() + 2 * DAY
    places.home = { lat: 40.305, lng: -100.305 + 3 * valley++ }
  })
  /** So many km further north. */
  const north = (km: number) => ({ ...places.home, lat: Number((places.home.lat + km / 111.2).toFixed(4)) })

  /** An owner with a dog that has a photo. */
  async function ownerOf(name = 'Mochi', km = 0) {
    const made = await ownerWithDog(app.url, { name }, north(km))
    expect((await made.owner.upload(made.dog.id, await photo())).status).toBe(200)
    return made
  }
  const said = (fields: object = {}) => ({
    lastSeenAt: new Date(clock.now - HOUR).toISOString(),
    ...north(5),
    approach: 'shy',
    ...fields,
  })
  const open = (person: Person, dogId: string, fields: object = {}) =>
    person.post<OwnLost>(`/api/dogs/${dogId}/lost`, said(fields))
  async function opened(fields: object = {}) {
    const made = await ownerOf()
    const { status, body } = await open(made.owner, made.dog.id, fields)
    expect(status).toBe(200)
    return { ...made, lost: body }
  }
  /** Until everybody is told. */
  async function told() {
    await app.services.deliveries.run()
    app.services.jobs.wakeRunners()
    const jobs = app.services.db.selectFrom('jobs').select('id').where('kind', 'like', 'tell-of-lost%')
    // Those that an earlier test left behind are due by its own clock.
    const due = jobs.where('due_at', '<=', new Date(clock.now))
    await until(() => due.execute(), [])
  }
  const news = async (person: Person) => (await notificationsOf(person)).filter(({ kind }) => kind === 'lost')
  const seen = (person: Person, id: string): Promise<Answer<Lost>> => person.get<Lost>(`/api/lost/${id}`)
  return { app, clock, places, north, ownerOf, open, opened, told, news, seen }
}
