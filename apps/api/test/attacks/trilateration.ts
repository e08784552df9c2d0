import { CELL_DEGREES, distanceKm, type Place } from '@barkyard/domain/place'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import type { Client } from '../client.ts'

/** Where a dog can be, as far as an attacker who moves about can tell. */
export interface Guess {
  /** The middle of all that is left. */
  lat: number
  lng: number
  /** Degrees from the southernmost to the northernmost, and from the westernmost to the easternmost place left. */
  height: number
  width: number
  /** What each call answered about the dog: two dogs with the same answers cannot be told apart. */
  answers: string[]
  calls: number
}

/** What one place of the searcher tells of one dog. */
async function look(searcher: Client, dogId: string, from: Place, radius: number): Promise<string> {
  await searcher.patch('/api/user/location', from)
  const { body, headers } = await searcher.get<SniffDog[]>(`/api/sniff?distance=${radius}&limit=100`)
  const found = body.find(({ id }) => id === dogId)
  const { body: page } = await searcher.get<SniffDog>(`/api/dogs/${dogId}`)
  const told = [found !== undefined, found?.distance, found?.compatibility, page.distance, page.compatibility]
  return JSON.stringify([...told, headers.get('x-total-count')])
}

/**
 * The attack of the literature: the searcher walks along a line and bisects where the dog appears in and disappears from
 * the radius, which holds the dog to a thin ring around that place; three rings meet in one place. Here along many
 * lines, and once more through the number of kilometres shown, which flips at a distance just the same.
 */
export async function trilaterate(searcher: Client, dogId: string, near: Place): Promise<Guess> {
  const answers: string[] = []
  /** Places at which what is told flips, with the two distances between which the dog then is. */
  const rings: { at: Place; radius: number; slack: number }[] = []
  const radius = 5
  const kmPerDegree = 111.195
  for (const bearing of [0, 45, 90, 135, 180, 225, 270, 315]) {
    const direction = { lat: Math.cos((bearing * Math.PI) / 180), lng: Math.sin((bearing * Math.PI) / 180) }
    const at = (km: number): Place => ({
      lat: near.lat + (direction.lat * km) / kmPerDegree,
      lng: near.lng + (direction.lng * km) / kmPerDegree / Math.cos((near.lat * Math.PI) / 180),
    })
    // In the radius at `inside`, out of it at `outside`; bisected to a few metres.
    let [inside, outside] = [0, 20]
    while (outside - inside > 0.004) {
      const middle = (inside + outside) / 2
      const told = await look(searcher, dogId, at(middle), radius)
      answers.push(told)
      if (told.startsWith('[true')) inside = middle
      else outside = middle
    }
    rings.push({ at: at((inside + outside) / 2), radius, slack: 0 })
  }
  // What the rings leave: the attacker knows the grid, so a ring says only that the middle of the dog's cell is within
  // the radius of the middle of the searcher's cell on one side of the flip, and is not on the other side.
  const step = CELL_DEGREES / 10
  const left: Place[] = []
  for (let lat = near.lat - 0.1; lat <= near.lat + 0.1; lat += step) {
    for (let lng = near.lng - 0.1; lng <= near.lng + 0.1; lng += step) {
      if (rings.every(ring => isPossible({ lat, lng }, ring))) left.push({ lat, lng })
    }
  }
  const [lats, lngs] = [left.map(place => place.lat), left.map(place => place.lng)]
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  return {
    lat: (south + north) / 2,
    lng: (west + east) / 2,
    height: north - south + step,
    width: east - west + step,
    answers,
    calls: answers.length * 3,
  }
}

/** The middle of the cell of the grid that a place lies in, by the attacker's own reckoning. */
const middleOf = ({ lat, lng }: Place): Place => ({
  lat: (Math.floor(lat / CELL_DEGREES + 1e-9) + 0.5) * CELL_DEGREES,
  lng: (Math.floor(lng / CELL_DEGREES + 1e-9) + 0.5) * CELL_DEGREES,
})

/** Whether a dog there would appear or disappear where the ring was found: within one cell of the searcher's. */
function isPossible(dog: Place, ring: { at: Place; radius: number }): boolean {
  const seen = [-1, 0, 1].flatMap(row =>
    [-1, 0, 1].map(column => {
      const from = { lat: ring.at.lat + row * 0.00002, lng: ring.at.lng + column * 0.00002 }
      return distanceKm(middleOf(from), middleOf(dog)) <= ring.radius + 0.001
    }),
  )
  return seen.includes(true) && seen.includes(false)
}
