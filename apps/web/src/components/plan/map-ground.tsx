import type { LatLngTuple } from 'leaflet'
import { Pane, Polygon } from 'react-leaflet'
import ground from './map-ground.json'
import classes from './park-map.module.css'

const areas = (rings: number[][][]) => rings.map(ring => [ring as LatLngTuple[]])

/** A rough coast under the tiles: land and water, which show if no tile loads. With two lawns, Golden Gate Park and the Presidio. */
export const Ground = () => (
  <Pane name="ground" style={{ zIndex: 100 }}>
    <Polygon positions={areas(ground.land)} className={classes.land ?? ''} interactive={false} />
    <Polygon positions={areas(ground.lawns)} className={classes.lawn ?? ''} interactive={false} />
  </Pane>
)
