import type { Place } from '@barkyard/domain/place'
import type { Map as LeafletMap, LeafletMouseEvent } from 'leaflet'
import { useEffect, useEffectEvent, useState } from 'react'
import { CircleMarker, Tooltip } from 'react-leaflet'
import { MapFrame } from './map-frame.tsx'
import classes from './place-map.module.css'

/** Streets and houses can be told apart. */
const STREET_ZOOM = 17
const TOWN_ZOOM = 12

const OTHER = { color: 'var(--card)', weight: 2, fillColor: 'var(--grass)', fillOpacity: 1 }

interface PlaceMapProps {
  start: Place
  /** Whether `start` is the very place; otherwise a larger area is shown. */
  isExact: boolean
  others: readonly (Place & { id: string; name: string })[]
  /** Absent: the place cannot be changed. */
  onMove?: ((place: Place) => void) | undefined
}

/** About 10 cm. */
const rounded = (degrees: number) => Number(degrees.toFixed(6))

/** Chooses a place: the pin stays in the middle, and the map is moved under it, by a tap, finger, mouse or arrow keys. */
export function PlaceMap({ start, isExact, others, onMove }: PlaceMapProps) {
  const [map, setMap] = useState<LeafletMap | null>(null)
  const move = useEffectEvent((place: Place) => onMove?.(place))

  useEffect(() => {
    if (!map) return
    const container = map.getContainer()
    // A new size alone moves nothing that somebody chose.
    let isMoved = false
    const onStart = () => {
      isMoved = true
    }
    const onEnd = () => {
      const { lat, lng } = map.getCenter().wrap()
      if (isMoved) move({ lat: rounded(lat), lng: rounded(lng) })
    }
    const onTap = ({ latlng }: LeafletMouseEvent) => map.panTo(latlng, { animate: false })
    container.addEventListener('pointerdown', onStart)
    container.addEventListener('keydown', onStart)
    map.on('moveend', onEnd)
    if (map.dragging.enabled()) map.on('click', onTap)
    return () => {
      container.removeEventListener('pointerdown', onStart)
      container.removeEventListener('keydown', onStart)
      map.off('moveend', onEnd).off('click', onTap)
    }
  }, [map])

  return (
    <div className={classes.frame}>
      <MapFrame
        ref={setMap}
        label="Map of the place: arrow keys move it, plus and minus zoom"
        center={start}
        zoom={isExact ? STREET_ZOOM : TOWN_ZOOM}
        scrollWheelZoom="center"
        doubleClickZoom="center"
        touchZoom="center"
        dragging={onMove !== undefined}
        keyboard={onMove !== undefined}
      >
        {others.map(({ id, name, lat, lng }) => (
          <CircleMarker key={id} center={[lat, lng]} radius={7} pathOptions={OTHER} interactive={false}>
            <Tooltip permanent direction="right">
              {name}
            </Tooltip>
          </CircleMarker>
        ))}
      </MapFrame>
      <svg className={classes.pin} viewBox="0 0 30 38" aria-hidden="true">
        <path d="M15 1.25C7.4 1.25 1.25 7.3 1.25 14.8c0 8.6 8.3 14.7 13.75 21.6 5.45-6.9 13.75-13 13.75-21.6C28.75 7.3 22.6 1.25 15 1.25z" />
        <circle cx="15" cy="14.5" r="5" />
      </svg>
    </div>
  )
}
