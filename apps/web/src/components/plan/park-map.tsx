import { MAP_CENTRE } from '@barkyard/domain/parks'
import type { Park } from '@barkyard/domain/schemas/park'
import {
  DomEvent,
  type LatLngTuple,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
  type Marker as LeafletMarker,
  type LeafletMouseEvent,
  latLngBounds,
} from 'leaflet'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Marker, Pane, Polygon, Popup, useMap } from 'react-leaflet'
import { areBuiltIn, creditsOf, factWords } from '../../lib/park-words.ts'
import { Button } from '../button.tsx'
import { MapFrame } from '../map-frame.tsx'
import frame from '../place-map.module.css'
import ground from './map-ground.json'
import { groupParks, type ParkGroup, spread } from './park-groups.ts'
import { groupIcon, MARKER_TARGET, type ParkLook, parkIcon, pressedPark } from './park-icon.ts'
import classes from './park-map.module.css'

/** The space left of a popup, and above it for the button on the map. In CSS px. */
const POPUP_FREE: [number, number] = [24, 64]
/** The space right of a popup, and below it for the zoom control. In CSS px. */
const POPUP_FREE_END: [number, number] = [24, 120]
/** The largest width of a popup's text, and the rest of a phone's width (padding of dialog and popup, close button). In CSS px. */
const POPUP_TEXT = 220
const BESIDE_POPUP = 148

/** The space that names and pins need around the parks. In CSS px. */
const AROUND_PARKS: { paddingTopLeft: [number, number]; paddingBottomRight: [number, number] } = {
  paddingTopLeft: [24, 60],
  paddingBottomRight: [118, 30],
}
/** The nearest look at parks that stand close together, and at one. */
const NEAREST = 15
/** More names than these would cover each other. */
const NAMES_MAX = 12

const IN_PLACE = { x: 0, y: 0 }

interface ParkMapProps {
  parks: readonly Park[]
  selected: string | null
  onSelect: (id: string) => void
}

interface ParkMarkerProps extends ParkLook, Pick<ParkMapProps, 'onSelect'> {
  park: Park
}

/** Enter and space on a marker, instead of Leaflet's own handler, which would close the popup again, and of scrolling. */
const onPressedKey =
  (act: () => void) =>
  ({ originalEvent }: LeafletKeyboardEvent) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
    DomEvent.stop(originalEvent)
    act()
  }

function ParkMarker({ park, selected, far, isNamed, move, onSelect }: ParkMarkerProps) {
  const marker = useRef<LeafletMarker>(null)
  const map = useMap()
  const facts = factWords(park.facts)
  const icon = useMemo(
    () => parkIcon(park, { selected, far, isNamed: isNamed || selected, move }),
    [park, selected, far, isNamed, move],
  )

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

  return (
    <Marker
      ref={marker}
      position={park}
      icon={icon}
      zIndexOffset={selected ? 1000 : 0}
      riseOnHover
      autoPanOnFocus={false}
      eventHandlers={{
        click: ({ originalEvent }: LeafletMouseEvent) => onSelect(pressedPark(park.id, originalEvent)),
        keydown: onPressedKey(() => {
          onSelect(park.id)
          marker.current?.openPopup()
        }),
      }}
    >
      <Popup
        className={classes.popup ?? ''}
        maxWidth={Math.min(POPUP_TEXT, window.innerWidth - BESIDE_POPUP)}
        autoPanPaddingTopLeft={POPUP_FREE}
        autoPanPaddingBottomRight={POPUP_FREE_END}
      >
        <strong className="display block" style={{ fontSize: 'min(var(--text-body), 20px)' }}>
          {park.name}
        </strong>
        <span className="block quiet">{park.address}</span>
        {facts.length > 0 ? <span className="block quiet">{facts.join(' · ')}</span> : null}
      </Popup>
    </Marker>
  )
}

/** Parks that would cover each other. A press zooms in until they do not. */
function GroupMarker({ group }: { group: ParkGroup }) {
  const map = useMap()
  const open = () => {
    map.setView(group, group.zoom)
    // The marker is gone then.
    map.getContainer().focus()
  }
  return (
    <Marker
      position={group}
      icon={groupIcon(group.count)}
      autoPanOnFocus={false}
      eventHandlers={{ click: open, keydown: onPressedKey(open) }}
    />
  )
}

const LAND = { color: 'var(--line)', weight: 1.5, fillColor: 'var(--paper)', fillOpacity: 1 }
const LAWN = { stroke: false, fillColor: 'var(--grass-soft)', fillOpacity: 1 }
const areas = (rings: number[][][]) => rings.map(ring => [ring as LatLngTuple[]])

/** A rough coast under the tiles: land and water, which show if no tile loads. With two lawns, Golden Gate Park and the Presidio. */
const Ground = () => (
  <Pane name="ground" style={{ zIndex: 100 }}>
    <Polygon positions={areas(ground.land)} pathOptions={LAND} interactive={false} />
    <Polygon positions={areas(ground.lawns)} pathOptions={LAWN} interactive={false} />
  </Pane>
)

type Shown = ReturnType<ReturnType<typeof groupParks>> & { zoom: number }

const keyOf = ({ parks, groups, zoom }: Shown) =>
  [zoom, ...parks.map(({ id }) => id), ...groups.map(({ key }) => key)].join(' ')

/** Parks on a map, in sync with the select above it. Names are readable even if no tile loads. */
export function ParkMap({ parks, selected, onSelect }: ParkMapProps) {
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [shown, setShown] = useState<Shown>()
  // One finger scrolls the dialog, two fingers move the map.
  const [touch] = useState(() => matchMedia('(pointer: coarse)').matches)
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const isBuiltIn = areBuiltIn(parks)
  const isOne = parks.length === 1
  const bounds = latLngBounds(parks.map(({ lat, lng }) => [lat, lng]))
  const credits = creditsOf(parks)
  // The first eight have names that fit, and are all drawn always.
  const drawnIn = useMemo(
    () => (isBuiltIn ? () => ({ parks: [...parks], groups: [] }) : groupParks(parks, selected)),
    [isBuiltIn, parks, selected],
  )

  useEffect(() => {
    if (!map) return
    const container = map.getContainer()
    // Leaflet focuses the map on every press. The dialog must not scroll then.
    container.focus = () => HTMLElement.prototype.focus.call(container, { preventScroll: true })
  }, [map])

  useEffect(() => {
    if (!map) return
    // Drawing anew what is the same would update an open popup, which moves the map, and so on.
    const look = () =>
      setShown(before => {
        const now = { ...drawnIn(map.getBounds().pad(0.5), map.getZoom()), zoom: map.getZoom() }
        return before && keyOf(before) === keyOf(now) ? before : now
      })
    look()
    map.on('moveend', look)
    return () => void map.off('moveend', look)
  }, [map, drawnIn])

  const moves = useMemo(() => {
    const points = map && shown ? shown.parks.map(park => map.project(park, shown.zoom)) : []
    return spread(points, MARKER_TARGET).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  }, [map, shown])

  const start = isOne
    ? { center: bounds.getCenter(), zoom: NEAREST }
    : isBuiltIn
      ? { center: MAP_CENTRE, zoom: MAP_CENTRE.zoom }
      : { bounds, boundsOptions: { ...AROUND_PARKS, maxZoom: NEAREST } }
  return (
    <div className={`${frame.frame} ${classes.frame}`} data-elsewhere={!isBuiltIn || undefined}>
      <MapFrame
        ref={setMap}
        label={isOne ? 'Map of the park' : 'Map of the parks'}
        {...start}
        minZoom={isBuiltIn ? 9 : 3}
        dragging={!touch}
      >
        {isBuiltIn ? <Ground /> : null}
        {shown?.groups.map(group => (
          <GroupMarker key={group.key} group={group} />
        ))}
        {shown?.parks.map((park, index) => (
          <ParkMarker
            key={park.id}
            park={park}
            selected={park.id === selected}
            far={isBuiltIn && shown.zoom < MAP_CENTRE.zoom}
            isNamed={isBuiltIn || shown.parks.length <= NAMES_MAX}
            move={moves[index] ?? IN_PLACE}
            onSelect={onSelect}
          />
        ))}
      </MapFrame>
      {isOne ? null : (
        <Button
          className="target"
          style={{ position: 'absolute', zIndex: 1100, top: 11, right: 11 }}
          variant="default"
          size="sm"
          // An open popup would cover parks, and this button would cover the popup.
          onClick={() => map?.closePopup().fitBounds(bounds, { ...AROUND_PARKS, animate: !still })}
        >
          Show all parks
        </Button>
      )}
      {touch ? <p className="quiet text-small mt-8">Use two fingers to move the map</p> : null}
      {credits.length > 0 ? <p className="quiet text-small mt-8">Parks: {credits.join(', ')}</p> : null}
    </div>
  )
}
