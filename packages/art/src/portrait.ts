import { drawBackdrop } from './portrait/backdrops.ts'
import { isDark } from './portrait/colour.ts'
import { drawFigure, type Mood, type Pose } from './portrait/pose.ts'
import { line, makePen, oval, type Point, placed } from './portrait/shape.ts'
import { type Backdrop, type PortraitTraits, portraitTraits } from './portrait/traits.ts'

export { type Backdrop, type Mood, type PortraitTraits, type Pose, portraitTraits }

export interface PortraitOptions {
  /** Default: head. The mood `running` always runs, and `asleep` always lies. */
  pose?: Pose
  mood?: Mood
  /** Default: a place chosen by the seed. `none` leaves the background transparent. */
  backdrop?: Backdrop | 'none'
  /** The text for screen readers. Without it the drawing is decorative. */
  title?: string
  /** Two drawings on one page need different prefixes, or their clip paths collide. Letters, digits and hyphens. */
  idPrefix?: string
}

/** Whether the dog suits a place: no gallop on a rug, and no black dog at night. */
export const suits = (traits: PortraitTraits, place: Backdrop, pose: Pose): boolean =>
  !(place === 'rug' && pose === 'running') && !(place === 'night' && isDark(traits.coat))

/** A tennis ball. */
function ball(x: number, y: number, r: number): string {
  const seam = 'M-9 -4Q0 3 5 -8.5M-5 8.5Q0 -1 9.5 2.5'
  return placed(x, y, oval(0, 0, 10, 10, '#d6ee4a') + line(seam, '#fbfde3', 1.4), 0, r / 10)
}

function wrap(width: number, height: number, content: string, title: string | undefined): string {
  const escaped = title?.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
  const label = escaped ? `role="img" aria-label="${escaped}"` : 'aria-hidden="true"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${label}>${content}</svg>`
}

/** The dog's position and size in the 800 × 1000 picture, and the position of its ball. */
const STAGE: Record<Pose, { x: number; y: number; scale: number; toy?: Point }> = {
  head: { x: 400, y: 440, scale: 1.34 },
  sitting: { x: 400, y: 880, scale: 1.12 },
  lying: { x: 424, y: 880, scale: 1.04, toy: [704, 916] },
  running: { x: 344, y: 830, scale: 0.94, toy: [730, 430] },
}

/** A dog as SVG text, 4:5 (viewBox 0 0 800 1000). The same traits and options give the same text. */
export function drawPortrait(traits: PortraitTraits, options: PortraitOptions = {}): string {
  const { mood = 'awake', title, idPrefix = 'dog' } = options
  const pose = mood === 'running' ? 'running' : mood === 'asleep' ? 'lying' : (options.pose ?? 'head')
  const acting = pose === 'running' ? 'running' : mood
  const place = options.backdrop ?? (suits(traits, traits.backdrop, pose) ? traits.backdrop : 'yard')
  const scene = place === 'none' ? '' : drawBackdrop(place, traits.seed)
  const { x, y, scale, toy } = STAGE[pose]
  const close = pose === 'head'
  const ground = close ? '' : oval(x, y + (pose === 'running' ? 40 : 6), 290, 29, '#2a1a26', 'opacity=".16"')
  const figure = placed(x, y, drawFigure(makePen(idPrefix), traits, pose, acting), 0, scale)
  return wrap(
    800,
    1000,
    (close ? placed(-120, -210, scene, 0, 1.3) : scene) + ground + figure + (toy ? ball(...toy, 35) : ''),
    title,
  )
}

const INK = '#8fb48f'

/** The symbols of the mood beside the dog: snores, a scent, a question mark, speed lines. */
function hint(mood: Mood): string {
  switch (mood) {
    case 'asleep':
      return [
        [262, 170, 26],
        [304, 122, 34],
        [354, 64, 44],
      ]
        .map(([x = 0, y = 0, w = 0]) => line(`M${x} ${y}h${w}l${-w} ${w}h${w}`, INK, w * 0.2))
        .join('')
    case 'nose-up':
      return line('M492 60q16 -18 34 -2t34 -2M508 98q16 -18 34 -2t34 -2M496 22q12 -14 26 -2t26 -2', INK, 8)
    case 'head-tilted':
      return line('M478 80a30 30 0 1 1 42 34q-14 8 -14 28M506 172v1', '#e0a526', 13)
    case 'running':
      return ball(598, 178, 28) + line('M10 322h52M30 362h44M6 402h36', INK, 8)
    default:
      return ball(510, 410, 26)
  }
}

/** The mascot, with literal traits, so that a page with an empty state does not need the list of breeds. */
const BISCUIT: PortraitTraits = {
  looks: {
    ears: 'long',
    muzzle: 0.5,
    breadth: 0.5,
    fur: 'short',
    tail: 'otter',
    legs: 0.4,
    bulk: 0.55,
    marks: ['saddle', 'bib', 'socks', 'blaze'],
    coats: [['#cd8748', '#f8ecda', '#a8662f']],
    eyes: '#3b2419',
  },
  coat: '#cd8748',
  second: '#f8ecda',
  ears: '#a8662f',
  expression: 'smiling',
  collar: '#c2462a',
  accessory: 'none',
  accent: '#d6ee4a',
  backdrop: 'yard',
  size: 'medium',
  quirks: { look: 0.2, tilt: 0.3, ear: 0.2, patch: 0.4, shape: 0, eyes: 0.2 },
  seed: 'Biscuit',
}

/** A small picture for an empty or loading screen, 640 × 480, transparent, for light and dark pages. */
export function drawScene(
  mood: Mood,
  options: { traits?: PortraitTraits; title?: string; idPrefix?: string } = {},
): string {
  const { title, idPrefix = `scene-${mood}-` } = options
  const traits = options.traits ?? BISCUIT
  const pose: Pose = mood === 'asleep' ? 'lying' : mood === 'running' ? 'running' : 'sitting'
  const [x, y, scale] = pose === 'running' ? [286, 412, 0.7] : pose === 'lying' ? [330, 424, 0.74] : [316, 424, 0.66]
  const lawn = oval(320, 420, 296, 44, '#5fa86a', 'opacity=".3"')
  const figure = placed(x, y, drawFigure(makePen(idPrefix), traits, pose, mood), 0, scale)
  return wrap(640, 480, lawn + figure + hint(mood), title)
}
