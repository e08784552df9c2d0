import { cellCentre, cellOf, distanceKm, type Place } from '@barkyard/domain/place'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { ownerWithDog } from '../client.ts'
import { trilaterateBy } from './trilateration.ts'

const DAY = 24 * 3_600_000
let clock = Date.UTC(2030, 5, 1, 17)
const app = testApp({}, { now: () => new Date(clock) })

/** Two corners of the cell around a place, which are a kilometre apart. */
const cornersOf = (centre: Place): [Place, Place] => [
  { lat: centre.lat - 0.0049, lng: centre.lng - 0.0049 },
  { lat: centre.lat + 0.0049, lng: centre.lng + 0.0049 },
]
const nearTo = (centre: Place) => ({ lat: centre.lat + 0.013, lng: centre.lng - 0.017 })

test('wider searches find only the cell, whatever corner of it a dog lives in', async () => {
  const centre = cellCentre(cellOf({ lat: 20.005, lng: 30.005 }))
  const { owner: searcher } = await ownerWithDog(app.url, {}, centre)
  const { owner } = await ownerWithDog(app.url, {}, centre)
  const ask = async (from: Place, radius: number) => {
    await searcher.patch('/api/user/location', from)
    const { body } = await searcher.get(`/api/sniff/wider?distance=${radius}`)
    return JSON.stringify([body === null, body])
  }
  const guesses = []
  for (const corner of cornersOf(centre)) {
    await owner.patch('/api/user/location', corner)
    const guess = await trilaterateBy(ask, nearTo(centre))
    expect(guess.height).toBeGreaterThanOrEqual(0.0099)
    expect(guess.width).toBeGreaterThanOrEqual(0.0099)
    // The attack is realistic: it does find the cell.
    expect(distanceKm(guess, centre)).toBeLessThan(0.5)
    guesses.push(guess)
  }
  expect(guesses[0]).toEqual(guesses[1])
})

test('saved searches answer once for a dog: a searcher who moves from look to look learns nothing more', async () => {
  const answers = []
  // In a cell, in its other corner, and two kilometres away.
  for (const [index, place] of [0, 1, 2].entries()) {
    const centre = cellCentre(cellOf({ lat: 30.005, lng: 30.005 + index * 10 }))
    const lives = [...cornersOf(centre), { lat: centre.lat + 0.018, lng: centre.lng }][place] ?? centre
    const { owner: searcher } = await ownerWithDog(app.url, {}, centre)
    await searcher.post('/api/searches', { name: 'Stalk', filters: { distance: 5 } })
    const { owner } = await ownerWithDog(app.url, {}, lives)
    let known = 0
    const ask = async (from: Place) => {
      await searcher.patch('/api/user/location', from)
      clock += DAY
      await app.services.deliveries.run()
      const { body } = await searcher.get<Notification[]>('/api/notifications')
      const isTold = body.length > known
      known = body.length
      return JSON.stringify([isTold])
    }
    // The first look finds it, from wherever it is within the radius.
    expect(await ask(centre)).toBe('[true]')
    const guess = await trilaterateBy(ask, nearTo(centre))
    expect(guess.answers).not.toContain('[true]')
    // Nor does the dog's own moving make it new.
    await owner.patch('/api/user/location', { lat: -30, lng: 30 })
    expect(await ask(centre)).toBe('[false]')
    await owner.patch('/api/user/location', lives)
    expect(await ask(centre)).toBe('[false]')
    answers.push(guess.answers)
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toEqual(answers[2])
})
