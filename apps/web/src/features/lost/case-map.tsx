import type { Lost, Sighting } from '@barkyard/domain/schemas/lost'
import { type Map as LeafletMap, latLng, latLngBounds } from 'leaflet'
import { useEffect, useState } from 'react'
import { Circle, CircleMarker, Tooltip } from 'react-leaflet'
import { MapFrame } from '../../components/map-frame.tsx'
import frame from '../../components/place-map.module.css'
import classes from './lost.module.css'

const REACH = { color: 'var(--grass)', weight: 2, fillOpacity: 0.12 }
const LAST_SEEN = { color: 'var(--card)', weight: 3, fillColor: 'var(--collar)', fillOpacity: 1 }
const SIGHTED = { color: 'var(--card)', weight: 2, fillColor: 'var(--ink)', fillOpacity: 1 }

/** Around a single point, streets can be told apart. */
const NEAREST = 15

interface CaseMapProps {
  lost: Pick<Lost, 'lat' | 'lng' | 'reach'>
  /** Its owner sees them, and the circle around those who are told. Newest first; those said in words alone have no point. */
  sightings?: readonly Sighting[]
}

/** Where a dog was last seen, how far around owners are told, and where it was seen since: 1 is the newest. */
export function CaseMap({ lost, sightings }: CaseMapProps) {
  const [map, setMap] = useState<LeafletMap | null>(null)
  // One finger scrolls the page, two fingers move the map.
  const [touch] = useState(() => matchMedia('(pointer: coarse)').matches)
  const { lat, lng, reach } = lost
  const hasReach = sightings !== undefined
  const points = (sightings ?? []).flatMap((one, index) =>
    one.lat === null || one.lng === null ? [] : [{ ...one, at: [one.lat, one.lng] as [number, number], n: index + 1 }],
  )
  const pointsKey = points.map(({ at }) => at.join()).join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which points there are
  useEffect(() => {
    if (!map) return
    const bounds = latLngBounds([[lat, lng], ...points.map(({ at }) => at)])
    map.fitBounds(hasReach ? bounds.extend(latLng(lat, lng).toBounds(reach * 2000)) : bounds, {
      maxZoom: NEAREST,
      padding: [16, 16],
      animate: false,
    })
  }, [map, lat, lng, reach, pointsKey, hasReach])

  return (
    <div className={frame.frame}>
      <MapFrame ref={setMap} label="Map of where the dog was seen" center={[lat, lng]} zoom={NEAREST} dragging={!touch}>
        {hasReach ? <Circle center={[lat, lng]} radius={reach * 1000} pathOptions={REACH} interactive={false} /> : null}
        <CircleMarker center={[lat, lng]} radius={10} pathOptions={LAST_SEEN} interactive={false}>
          <Tooltip permanent direction="top" offset={[0, -10]}>
            Last seen
          </Tooltip>
        </CircleMarker>
        {[...points].reverse().map(({ id, at, n }) => (
          <CircleMarker key={id} center={at} radius={12} pathOptions={SIGHTED} interactive={false}>
            <Tooltip permanent direction="center" className={classes.number ?? ''}>
              {String(n)}
            </Tooltip>
          </CircleMarker>
        ))}
      </MapFrame>
    </div>
  )
}
