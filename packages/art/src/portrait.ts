import { drawBackdrop } from './portrait/backdrops.ts'
import { isDark } from './portrait/colour.ts'
import { drawFigure, type Mood, type Pose } from './portrait/pose.ts'
import { line, makePen, oval, type Point, placed } from './portrait/shape.ts'
import { type Backdrop, type PortraitTraits, portraitTraits } from './portrait/traits.ts'

export { type Backdrop, type Mood, type PortraitTraits, type Pose, portraitTraits }

export interface PortraitOptions {
  /** Default: head. */
  pose?: Pose
  /** Default: awake. */
  mood?: Mood
  /** Default: a place chosen by the seed. `none` leaves the background transparent. */
  backdrop?: Backdrop | 'none'
}

/** Whether the dog suits a place: no gallop on a rug, and no black dog at night. */
export const suits = (traits: PortraitTraits, place: Backdrop, pose: Pose): boolean =>
  !(place === 'rug' && pose === 'running') && !(place === 'night' && isDark(traits.coat))

function ball(x: number, y: number): string {
  const seam = 'M-9 -4Q0 3 5 -8.5M-5 8.5Q0 -1 9.5 2.5'
  return placed(x, y, oval(0, 0, 10, 10, '#d6ee4a') + line(seam, '#fbfde3', 1.4), 0, 3.5)
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
  const { pose = 'head', mood = 'awake' } = options
  const place = options.backdrop ?? (suits(traits, traits.backdrop, pose) ? traits.backdrop : 'yard')
  const scene = place === 'none' ? '' : drawBackdrop(place, traits.seed)
  const { x, y, scale, toy } = STAGE[pose]
  const close = pose === 'head'
  const ground = close ? '' : oval(x, y + (pose === 'running' ? 40 : 6), 290, 29, '#2a1a26', 'opacity=".16"')
  const figure = placed(x, y, drawFigure(makePen(), traits, pose, mood), 0, scale)
  const content = (close ? placed(-120, -210, scene, 0, 1.3) : scene) + ground + figure + (toy ? ball(...toy) : '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" aria-hidden="true">${content}</svg>`
}
