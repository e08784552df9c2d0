import { explore } from '@barkyard/db/testing/explore'
import { CELL_DEGREES, distanceKm, type Place } from '@barkyard/domain/place'

/** The possible locations of a dog, from what a moving attacker can learn. */
export interface Guess {
  /** The centre of the remaining area. */
  lat: number
  lng: number
  /** The height and width of the remaining area in degrees. */
  height: number
  width: number
  /** The answers about the dog. Two dogs with the same answers cannot be distinguished. */
  answers: string[]
}

const RADIUS_KM = 5
/** Lines along which the searcher moves. Each costs 13 places. */
const RINGS = explore(4, 8)

/**
 * The attack from the literature: the searcher moves along a line and bisects the point where the dog enters or leaves the
 * radius, which limits the dog to a thin ring around that point. Three rings meet in one point. This uses many lines, and
 * also the displayed kilometres, which change at certain distances too.
 * @param ask answers "[true…" where the dog is within the radius in km
 */
export async function trilaterate(ask: (from: Place, radius: number) => Promise<string>, near: Place): Promise<Guess> {
  const answers: string[] = []
  /** Places where the answer changes: the dog is so far from there. */
  const rings: Place[] = []
  const kmPerDegree = 111.195
  for (let ring = 0; ring < RINGS; ring++) {
    const bearing = (ring / RINGS) * 2 * Math.PI
    const direction = { lat: Math.cos(bearing), lng: Math.sin(bearing) }
    const at = (km: number): Place => ({
      lat: near.lat + (direction.lat * km) / kmPerDegree,
      lng: near.lng + (direction.lng * km) / kmPerDegree / Math.cos((near.lat * Math.PI) / 180),
    })
    // The dog is in the radius at `inside` and out of it at `outside`. Bisect to a few metres.
    let [inside, outside] = [0, 20]
    while (outside - inside > 0.004) {
      const middle = (inside + outside) / 2
      const shown = await ask(at(middle), RADIUS_KM)
      answers.push(shown)
      if (shown.startsWith('[true')) inside = middle
      else outside = middle
    }
    rings.push(at((inside + outside) / 2))
  }
  // The remaining area: the attacker knows the grid, so a ring only shows that the centre of the dog's cell is within the
  // radius of the centre of the searcher's cell on one side of the change, and not on the other.
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
  }
}

/** The centre of a place's cell, computed by the attacker. */
const middleOf = ({ lat, lng }: Place): Place => ({
  lat: (Math.floor(lat / CELL_DEGREES + 1e-9) + 0.5) * CELL_DEGREES,
  lng: (Math.floor(lng / CELL_DEGREES + 1e-9) + 0.5) * CELL_DEGREES,
})

/** Whether a dog there would cause the ring: it would appear or disappear within one cell of the searcher's. */
function isPossible(dog: Place, ring: Place): boolean {
  const seen = [-1, 0, 1].flatMap(row =>
    [-1, 0, 1].map(column => {
      const from = { lat: ring.lat + row * 0.00002, lng: ring.lng + column * 0.00002 }
      return distanceKm(middleOf(from), middleOf(dog)) <= RADIUS_KM + 0.001
    }),
  )
  return seen.includes(true) && seen.includes(false)
}
