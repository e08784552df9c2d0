import parks from './data/parks.json' with { type: 'json' }
import type { Place } from './place.ts'

/** The time zone of the parks that every installation has. */
export const BUILT_IN_ZONE = 'America/Los_Angeles'

export const PARK_SOURCES = ['built-in', 'admin', 'import', 'owner'] as const
export type ParkSource = (typeof PARK_SOURCES)[number]

/** `waiting`: suggested by an owner, and seen by nobody else before it is approved. */
export const PARK_STATES = ['open', 'waiting', 'closed'] as const
export type ParkState = (typeof PARK_STATES)[number]

/** Whether dogs are on a leash; `hours`: off it at some hours. */
export const LEASHES = ['on', 'off', 'hours'] as const
export type Leash = (typeof LEASHES)[number]

export const PARK_NAME_MAX = 120
export const PARK_ADDRESS_MAX = 200
export const PARKS_DEFAULT = 50
/** Parks of a match are those within this distance of an owner, in km; at most so many of each side's. */
export const PARKS_OF_MATCH_KM = 50
export const PARKS_OF_MATCH = 50
/** A `parkName` with a point means the open park of that name within this distance, in km. */
export const PARK_NAME_KM = 0.3

export interface BuiltInPark {
  id: string
  name: string
  /** Degrees, WGS 84. */
  lat: number
  lng: number
  address: string
}

/** The parks that every installation has, all in San Francisco, in their order. They are rows of the table `parks` too. */
export const PARKS: readonly BuiltInPark[] = parks

export const PARK_NAMES = PARKS.map(park => park.name) as [string, ...string[]]

/** The park of a plan, as it was when the plan was made: what becomes of the park later changes no plan. */
export interface PlanPark {
  parkId: string
  parkName: string
  timeZone: string
  /** Absent where nobody needs it. */
  place?: Place | undefined
}

/** The built-in park of a name. No plan has the name of none of them, unless it holds its park itself. */
export function builtInPark(parkName: string): PlanPark & { place: Place } {
  const { id: parkId, lat, lng } = PARKS.find(({ name }) => name === parkName) ?? (PARKS[0] as BuiltInPark)
  return { parkId, parkName, timeZone: BUILT_IN_ZONE, place: { lat, lng } }
}

/** The initial view of the map: central San Francisco. */
export const MAP_CENTRE = { lat: 37.7749, lng: -122.4194, zoom: 12 } as const

export const parkById = (id: string) => PARKS.find(park => park.id === id)

/** What an owner may suggest: so many that wait at once, and so many in 30 days. */
export const SUGGESTIONS_WAITING = 5
export const SUGGESTIONS_PER_MONTH = 10
/** Parks within this distance, in km, are shown to who suggests one and who decides. */
export const PARKS_BESIDE_KM = 0.15
export const PARK_REASON_MAX = 500
