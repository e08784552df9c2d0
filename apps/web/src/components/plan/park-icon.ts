import type { BuiltInPark } from '@barkyard/domain/parks'
import { type DivIcon, divIcon } from 'leaflet'
import type { Point } from './park-groups.ts'
import classes from './park-map.module.css'

/** The size of a pin in CSS px. Its tip points at the park. */
const SIZE = { plain: [30, 38], selected: [44, 56] } as const
/** The height of a name above its pin, in CSS px. */
const NAME_ABOVE = 24
/** Parks whose name would cover another name or pin if it were at the right of its pin. */
const NAME_SIDE = new Map([['golden-gate', classes.below]])
/** The same on a zoomed-out map. */
const FAR_SIDE = new Map([
  ['golden-gate', classes.above],
  ['crissy-field', classes.above],
  ['buena-vista', classes.belowLeft],
])

/** A paw on a pin. The stylesheet sets its colours. */
const PIN = `<svg viewBox="0 0 30 38" aria-hidden="true">
  <path d="M15 1.25C7.4 1.25 1.25 7.3 1.25 14.8c0 8.6 8.3 14.7 13.75 21.6 5.45-6.9 13.75-13 13.75-21.6C28.75 7.3 22.6 1.25 15 1.25z"/>
  <g>
    <path d="M15 13.5c2.6 0 4.7 2.1 4.7 4 0 1.3-1 1.9-2.1 1.9-.9 0-1.7-.4-2.6-.4s-1.7.4-2.6.4c-1.1 0-2.1-.6-2.1-1.9 0-1.9 2.1-4 4.7-4z"/>
    <circle cx="9.6" cy="12.6" r="1.8"/><circle cx="13" cy="9.7" r="1.9"/>
    <circle cx="17" cy="9.7" r="1.9"/><circle cx="20.4" cy="12.6" r="1.8"/>
  </g>
</svg>`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => ESCAPES[sign] ?? sign)

export interface ParkLook {
  selected: boolean
  /** Whether the map is zoomed out. Then some names move to another side, and all but screen readers do without the word "Park". */
  far: boolean
  /** Whether its name is drawn. Screen readers hear it always. */
  isNamed: boolean
  /** How far it stands from its place, in CSS px, so that it covers no other. */
  move: Point
}

/** The least size of a marker's target in CSS px: pins that are nearer to each other are spread. */
export const MARKER_TARGET = 44

/** A park's marker: a pin with its name beside it, so the map is readable without tiles. Larger when selected. */
export function parkIcon(park: Pick<BuiltInPark, 'id' | 'name'>, look: ParkLook): DivIcon {
  const { selected, far, isNamed, move } = look
  const { x, y } = move
  const [width, height] = selected ? SIZE.selected : SIZE.plain
  const side = (far ? FAR_SIDE : NAME_SIDE).get(park.id) ?? classes.right
  const whole = escaped(park.name)
  const name = far ? whole.replace(/ Park$/, '<span class="visually-hidden">$&</span>') : whole
  const nameClass = isNamed ? `${classes.name} ${side}` : 'visually-hidden'
  return divIcon({
    className: `${classes.marker} ${selected ? classes.selected : ''}`,
    html: `${PIN.replace('<svg', `<svg data-park="${escaped(park.id)}"`)}<span class="${nameClass}">${name}</span>`,
    iconSize: [width, height],
    iconAnchor: [width / 2 - x, height - y],
    popupAnchor: [x, y - height - (side === classes.above ? NAME_ABOVE : 0)],
  })
}

export const groupIcon = (count: number): DivIcon =>
  divIcon({
    className: `${classes.marker} ${classes.group}`,
    html: `<span aria-hidden="true">${count}</span><span class="visually-hidden">${count} parks: look closer</span>`,
    iconSize: [MARKER_TARGET, MARKER_TARGET],
  })

/** The park that a press means: on touching pins the nearest one; on a name, or without a place, the marker's own. */
export function pressedPark(own: string, { target, clientX, clientY, detail }: MouseEvent): string {
  if (detail === 0 || !(target instanceof Element) || target.closest(`.${classes.name}`)) return own
  const pane = target.closest('.leaflet-marker-pane')
  const pins = [...(pane?.querySelectorAll<SVGElement>('[data-park]') ?? [])].map(pin => {
    const { x, y, width, height } = pin.getBoundingClientRect()
    return { id: pin.dataset.park, far: Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY) }
  })
  return pins.sort((a, b) => a.far - b.far)[0]?.id ?? own
}
