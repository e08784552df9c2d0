import { inTransaction, openDatabase } from '@barkyard/db/open'
import { updatePlace } from '@barkyard/db/queries/account/users'
import { addDog, addOwner } from '@barkyard/db/testing/owners'
import { cellOf, type Place } from '@barkyard/domain/place'
import type { NewDog } from '@barkyard/domain/schemas/dog'
import type { Page, TestType } from '@playwright/test'
import type { test } from '../fixtures.ts'
import type { Server } from '../server.ts'

type Args<T> = T extends TestType<infer Test, infer Worker> ? Test & Worker : never
export type SignUp = Args<typeof test>['person']

/** Degrees of latitude that 1 km spans. */
const KM = 1 / 111.2
let places = 0

/** A place for one test, far from those of other tests, so that their dogs are not found. */
export function newPlace(): Place {
  const at = places++
  return { lat: 5 + 3 * (at % 25), lng: 20 + 8 * Math.floor(at / 25) }
}

/** A point a number of km north of a place. */
const northOf = (place: Place, km: number) => ({ ...place, lat: place.lat + km * KM })

/** An owner at a new place with an active dog, and a function that adds neighbours with one dog each. */
export async function yard(person: SignUp, mine: Partial<NewDog> = {}) {
  const place = newPlace()
  const me = await person()
  await me.livesAt(place)
  const dog = await me.dog({ name: 'Nori', size: 'medium', ageYears: 3, temperament: ['friendly', 'playful'], ...mine })
  const neighbour = async (fields: Partial<NewDog>, km = 0) => {
    const owner = await person()
    await owner.livesAt(northOf(place, km))
    return { owner, dog: await owner.dog(fields) }
  }
  return { me, dog, place, neighbour }
}

/** Adds many dogs at one place quickly, 50 per owner, which is the maximum. */
export async function crowd(server: Server, count: number, place: Place) {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  for (let from = 0; from < count; from += 50) {
    const { lat, lng } = northOf(place, from * 0.01)
    const ownerId = await addOwner(db, `pack-${place.lat}-${from}`)
    await inTransaction(db, trx =>
      updatePlace(trx, ownerId, () => ({ city: null, lat, lng, cell: cellOf({ lat, lng }) })),
    )
    for (let n = from; n < Math.min(count, from + 50); n++) await addDog(db, ownerId, `Pack ${n}`)
  }
  await db.destroy()
}

/** The status line under the title. */
export const statusOf = (page: Page) => page.getByRole('status').filter({ hasText: /found|Loading/ })

export const SEARCH = /\/api\/trpc\/[^?]*sniff\.search/
