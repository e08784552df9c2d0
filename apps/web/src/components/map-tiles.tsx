import { TileLayer } from 'react-leaflet'

const PUBLIC_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>'

/** The tile server from index.html, otherwise the public one. */
const tileUrl = () => document.querySelector<HTMLMetaElement>('meta[name="tile-url"]')?.content || PUBLIC_TILES

/** The map under what is drawn on it, with its attribution. */
export const MapTiles = () => <TileLayer url={tileUrl()} attribution={ATTRIBUTION} maxZoom={19} />
