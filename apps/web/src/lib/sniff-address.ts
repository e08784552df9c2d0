import { SEXES, SIZES, TEMPERAMENTS } from '@barkyard/domain/dog'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import {
  AGE_RANGE_DEFAULT,
  AGE_SLIDER_MAX,
  CLEAR_FILTER,
  DISTANCE_MAX,
  DISTANCE_MIN,
  DISTANCE_STEP,
  type SniffFilter,
  toSniffQuery,
} from '@barkyard/domain/sniff'
import { VERIFICATION_KINDS } from '@barkyard/domain/verification'

const ORDERS = ['nearest', 'match'] as const
export type Order = (typeof ORDERS)[number]

/** The query of the page's address: only values that differ from the cleared filter. */
export interface SniffAddress {
  filter: SniffFilter
  order: Order
}

function wholeIn(text: string | null, min: number, max: number): number | null {
  if (text === null || !/^\d{1,3}$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}

const known = <T extends string>(text: string | null, all: readonly T[]): T[] => {
  const words = (text ?? '').split(',')
  return all.filter(word => words.includes(word))
}

/** Never fails: users edit addresses and keep old ones, so invalid values are ignored. */
export function readAddress(params: URLSearchParams): SniffAddress {
  const distance = wholeIn(params.get('distance'), DISTANCE_MIN, DISTANCE_MAX)
  const ageMin = wholeIn(params.get('ageMin'), 0, AGE_SLIDER_MAX) ?? AGE_RANGE_DEFAULT[0]
  const ageMax = wholeIn(params.get('ageMax'), 0, AGE_SLIDER_MAX) ?? AGE_RANGE_DEFAULT[1]
  return {
    filter: {
      distance: distance === null ? CLEAR_FILTER.distance : Math.round(distance / DISTANCE_STEP) * DISTANCE_STEP,
      ageRange: ageMin <= ageMax ? [ageMin, ageMax] : AGE_RANGE_DEFAULT,
      sizes: known(params.get('sizes'), SIZES),
      temperaments: known(params.get('temperaments'), TEMPERAMENTS),
      sex: SEXES.find(sex => sex === params.get('sex')) ?? null,
      verified: known(params.get('verified'), VERIFICATION_KINDS),
    },
    order: ORDERS.find(order => order === params.get('order')) ?? 'nearest',
  }
}

export const sniffQueryAt = (params: URLSearchParams) => toSniffQuery(readAddress(params).filter)

export function writeAddress({ filter, order }: SniffAddress): URLSearchParams {
  const params = new URLSearchParams()
  const [ageMin, ageMax] = filter.ageRange
  if (filter.distance !== CLEAR_FILTER.distance) params.set('distance', String(filter.distance))
  if (ageMin !== AGE_RANGE_DEFAULT[0]) params.set('ageMin', String(ageMin))
  if (ageMax !== AGE_RANGE_DEFAULT[1]) params.set('ageMax', String(ageMax))
  if (filter.sizes.length > 0) params.set('sizes', filter.sizes.join(','))
  if (filter.temperaments.length > 0) params.set('temperaments', filter.temperaments.join(','))
  if (filter.sex) params.set('sex', filter.sex)
  if (filter.verified.length > 0) params.set('verified', filter.verified.join(','))
  if (order !== 'nearest') params.set('order', order)
  return params
}

/** How many filters are set. Both ends of the age are one. */
export function countFilters(filter: SniffFilter): number {
  const keys = [...writeAddress({ filter, order: 'nearest' }).keys()]
  return keys.length - (keys.includes('ageMin') && keys.includes('ageMax') ? 1 : 0)
}

/** Dogs as they come, by distance, in the chosen order. Those with the same score stay in the order of distance. */
export function inOrder(dogs: readonly SniffDog[], order: Order): readonly SniffDog[] {
  if (order === 'nearest') return dogs
  const score = (dog: SniffDog) => dog.compatibility?.score ?? -1
  return dogs.toSorted((a, b) => score(b) - score(a))
}
