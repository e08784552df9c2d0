import 'leaflet/dist/leaflet.css'
import { MAP_CENTRE, PARKS } from '@barkyard/domain/parks'
import {
  DomEvent,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
  type Marker as LeafletMarker,
  type LeafletMouseEvent,
  latLngBounds,
} from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { AttributionControl, MapContainer, Marker, Popup, TileLayer, useMap, ZoomControl } from 'react-leaflet'
import { Button } from '../button.tsx'
import { Ground } from './map-ground.tsx'
import { MARKER_TARGET, type Move, parkIcon, pressedPark } from './park-icon.ts'
import classes from './park-map.module.css'
import { spread } from './spread.ts'

const PUBLIC_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>'

/** The tile server from index.html, otherwise the public one. */
const tileUrl = () => document.querySelector<HTMLMetaElement>('meta[name="tile-url"]')?.content || PUBLIC_TILES

/** The space left of a popup, and above it for the button on the map. In CSS px. */
const POPUP_FREE: [number, number] = [24, 64]
/** The space right of a popup, and below it for the zoom control. In CSS px. */
const POPUP_FREE_END: [number, number] = [24, 120]
/** The largest width of a popup's text, and the rest of a phone's width (padding of dialog and popup, close button). In CSS px. */
const POPUP_TEXT = 220
const BESIDE_POPUP = 148

const ALL_PARKS = latLngBounds(PARKS.map(({ lat, lng }) => [lat, lng]))
/** The space that names and pins need around the parks. In CSS px. */
const AROUND_PARKS: { paddingTopLeft: [number, number]; paddingBottomRight: [number, number] } = {
  paddingTopLeft: [24, 60],
  paddingBottomRight: [118, 30],
}

const IN_PLACE: Move = { x: 0, y: 0 }

interface ParkMapProps {
  /** The name of the chosen park. */
  selected: string | null
  onSelect: (park: string) => void
}

function ParkMarker({
  park,
  selected,
  far,
  move,
  onSelect,
}: { park: (typeof PARKS)[number]; selected: boolean; far: boolean; move: Move } & Pick<ParkMapProps, 'onSelect'>) {
  const marker = useRef<LeafletMarker>(null)
  const map = useMap()

  // A choice on the map or in the select opens the same popup, and the map moves to it.
  useEffect(() => {
    marker.current?.getElement()?.setAttribute('aria-pressed', String(selected))
    if (!selected) return
    // A click has opened it above the smaller pin. Above the larger one it stands higher.
    if (marker.current?.isPopupOpen()) marker.current.getPopup()?.update()
    else marker.current?.openPopup()
  }, [selected])

  // Leaflet's own panning on focus also reacts to the mouse, and moves the marker away from the click.
  useEffect(() => {
    const element = marker.current?.getElement()
    const onFocus = () => {
      if (element?.matches(':focus-visible')) map.panInside(park, { padding: [60, 60] })
    }
    element?.addEventListener('focus', onFocus)
    return () => element?.removeEventListener('focus', onFocus)
  }, [map, park])

  const choose = () => onSelect(park.name)
  return (
    <Marker
      ref={marker}
      position={park}
      icon={parkIcon(park, selected, far, move)}
      zIndexOffset={selected ? 1000 : 0}
      riseOnHover
      autoPanOnFocus={false}
      eventHandlers={{
        click: ({ originalEvent }: LeafletMouseEvent) => {
          const pressed = PARKS.find(({ id }) => id === pressedPark(park.id, originalEvent))
          if (pressed) onSelect(pressed.name)
        },
        keydown: ({ originalEvent }: LeafletKeyboardEvent) => {
          if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
          // Prevent Leaflet's own handler, which would close the popup again, and scrolling.
          DomEvent.stop(originalEvent)
          choose()
          marker.current?.openPopup()
        },
      }}
    >
      <Popup
        className={classes.popup ?? ''}
        maxWidth={Math.min(POPUP_TEXT, window.innerWidth - BESIDE_POPUP)}
        autoPanPaddingTopLeft={POPUP_FREE}
        autoPanPaddingBottomRight={POPUP_FREE_END}
      >
        <strong className={classes.popupName}>{park.name}</strong>
        <span className={classes.popupAddress}>{park.address}</span>
      </Popup>
    </Marker>
  )
}

/** The eight parks on a map, in sync with the select above it. Names are readable even if no tile loads. */
export function ParkMap({ selected, onSelect }: ParkMapProps) {
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [far, setFar] = useState(false)
  const [moves, setMoves] = useState<readonly Move[]>([])
  // One finger scrolls the dialog, two fingers move the map.
  const [touch] = useState(() => matchMedia('(pointer: coarse)').matches)
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => {
    if (!map) return
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', 'Map of the parks')
    // Leaflet focuses the map on every press. The dialog must not scroll then.
    container.focus = () => HTMLElement.prototype.focus.call(container, { preventScroll: true })
    // The dialog's size changes while it opens and with the window.
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    observer.observe(container)
    const onZoom = () => {
      setFar(map.getZoom() < MAP_CENTRE.zoom)
      const points = PARKS.map(park => map.project(park))
      setMoves(spread(points, MARKER_TARGET).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })))
    }
    onZoom()
    map.on('zoomend', onZoom)
    return () => {
      observer.disconnect()
      map.off('zoomend', onZoom)
    }
  }, [map])

  return (
    <div className={classes.frame}>
      <MapContainer
        ref={setMap}
        className={classes.map ?? ''}
        center={MAP_CENTRE}
        zoom={MAP_CENTRE.zoom}
        minZoom={9}
        scrollWheelZoom={false}
        dragging={!touch}
        attributionControl={false}
        zoomControl={false}
        zoomAnimation={!still}
        fadeAnimation={!still}
        markerZoomAnimation={!still}
      >
        <AttributionControl prefix={false} />
        {/* There is no park in this corner, however narrow the map. */}
        <ZoomControl position="bottomright" />
        <Ground />
        <TileLayer url={tileUrl()} attribution={ATTRIBUTION} maxZoom={19} />
        {PARKS.map((park, index) => (
          <ParkMarker
            key={park.id}
            park={park}
            selected={park.name === selected}
            far={far}
            move={moves[index] ?? IN_PLACE}
            onSelect={onSelect}
          />
        ))}
      </MapContainer>
      <Button
        className={classes.all}
        variant="default"
        size="xs"
        // An open popup would cover parks, and this button would cover the popup.
        onClick={() => map?.closePopup().fitBounds(ALL_PARKS, { ...AROUND_PARKS, animate: !still })}
      >
        Show all parks
      </Button>
      {touch ? <p className={classes.hint}>Use two fingers to move the map</p> : null}
    </div>
  )
}
