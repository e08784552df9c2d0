import type { Place } from '@barkyard/domain/place'
import type { TestType } from '@playwright/test'
import type { test } from '../fixtures.ts'

type Args<T> = T extends TestType<infer Test, infer Worker> ? Test & Worker : never
export type SignUp = Args<typeof test>['person']

let places = 0

/** A place for one test, far from those of other tests, so that their dogs are not found. */
export function newPlace(): Place {
  const at = places++
  return { lat: 5 + 3 * (at % 25), lng: 20 + 8 * Math.floor(at / 25) }
}

/** An owner at a new place, with an active dog called Nori. */
export async function yard(person: SignUp) {
  const place = newPlace()
  const me = await person()
  await me.livesAt(place)
  await me.dog({ name: 'Nori' })
  return { me, place }
}
