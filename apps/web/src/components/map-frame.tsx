import 'leaflet/dist/leaflet.css'
import { type ComponentProps, useEffect, useState } from 'react'
import { AttributionControl, MapContainer, TileLayer, useMap, ZoomControl } from 'react-leaflet'
import classes from './place-map.module.css'

const PUBLIC_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>'

const tileUrl = () => document.querySelector<HTMLMetaElement>('meta[name="tile-url"]')?.content || PUBLIC_TILES

/** What assistive technology calls the map, and a size that follows the page's. */
function Region({ label }: { label: string }) {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', label)
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    observer.observe(container)
    return () => observer.disconnect()
  }, [map, label])
  return null
}

export function MapFrame({ label, children, ...options }: ComponentProps<typeof MapContainer> & { label: string }) {
  const [moves] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  return (
    <MapContainer
      className={classes.map ?? ''}
      scrollWheelZoom={false}
      attributionControl={false}
      zoomControl={false}
      zoomAnimation={moves}
      fadeAnimation={moves}
      markerZoomAnimation={moves}
      {...options}
    >
      <Region label={label} />
      <AttributionControl prefix={false} />
      <ZoomControl position="bottomright" />
      <TileLayer url={tileUrl()} attribution={ATTRIBUTION} maxZoom={19} />
      {children}
    </MapContainer>
  )
}
