import type { Park } from '@barkyard/domain/schemas/park'
import type { LatLngBounds } from 'leaflet'
import Supercluster from 'supercluster'

/** Markers that are nearer to each other are drawn as one, in CSS px. */
const RADIUS = 60
/** From the next zoom on, each park stands alone. */
const LAST_ZOOM = 15

export interface ParkGroup {
  key: string
  lat: number
  lng: number
  count: number
  zoom: number
}

/** Groups parks that would cover each other on a map. @param selected the id of a park that always stands alone */
export function groupParks(parks: readonly Park[], selected: string | null) {
  const alone = parks.filter(({ id }) => id === selected)
  const index = new Supercluster<{ park: Park }>({ radius: RADIUS, extent: 256, maxZoom: LAST_ZOOM })
  index.load(
    parks
      .filter(({ id }) => id !== selected)
      .map(park => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [park.lng, park.lat] },
        properties: { park },
      })),
  )
  return (bounds: LatLngBounds, zoom: number) => {
    const drawn = { parks: [...alone], groups: [] as ParkGroup[] }
    const box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()] as const
    for (const { geometry, properties } of index.getClusters([...box], zoom)) {
      if ('park' in properties) drawn.parks.push(properties.park)
      else {
        const [lng = 0, lat = 0] = geometry.coordinates
        const { cluster_id: id, point_count: count } = properties
        drawn.groups.push({ key: `${zoom} ${id}`, lat, lng, count, zoom: index.getClusterExpansionZoom(id) })
      }
    }
    return drawn
  }
}

export interface Point {
  x: number
  y: number
}

const ROUNDS = 60

/** A move for each point after which no two are nearer than `side` in both directions, as targets of that size must be. */
export function spread(points: readonly Point[], side: number): Point[] {
  const places = points.map(point => ({ ...point }))
  for (let round = 0; round < ROUNDS; round++) {
    let isMoved = false
    for (const [index, one] of places.entries())
      for (const other of places.slice(index + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y]
        const [overX, overY] = [side - Math.abs(dx), side - Math.abs(dy)]
        // A rest that is no pixel ends it.
        if (overX < 0.5 || overY < 0.5) continue
        isMoved = true
        const axis = overX < overY ? 'x' : 'y'
        const by = (Math.min(overX, overY) / 2) * ((axis === 'x' ? dx : dy) < 0 ? -1 : 1)
        one[axis] -= by
        other[axis] += by
      }
    if (!isMoved) break
  }
  return places.map((place, index) => ({ x: place.x - (points[index]?.x ?? 0), y: place.y - (points[index]?.y ?? 0) }))
}
