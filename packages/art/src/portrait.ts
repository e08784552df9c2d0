import { drawBackdrop } from './portrait/backdrops.ts'
import {
  drawBust,
  drawLying,
  drawRunning,
  drawSitting,
  LYING_HEAD,
  RUNNING_HEAD,
  runningGround,
  sittingGround,
} from './portrait/bodies.ts'
import { isDark } from './portrait/colour.ts'
import { drawHead, type HeadState } from './portrait/head.ts'
import { line, makePen, oval, type Pen, type Point, placed } from './portrait/shape.ts'
import { type Backdrop, marked, type PortraitTraits, portraitTraits } from './portrait/traits.ts'
import { drawHeadwear, drawWorn } from './portrait/worn.ts'

export { type Backdrop, type PortraitTraits, portraitTraits }

export type Pose = 'head' | 'sitting' | 'lying' | 'running'
export type Mood = 'awake' | 'asleep' | 'head-tilted'

function awake(traits: PortraitTraits): HeadState {
  const { expression, quirks } = traits
  const sleepy = expression === 'calm' && quirks.eyes > 0.2 && !marked(traits, 'patch', 'husky', 'wide', 'mask')
  const merry = expression === 'laughing' && quirks.eyes > 0.55
  return {
    look: [quirks.look * 0.75, expression === 'shy' ? 0.35 : -0.1],
    eyes: sleepy ? 'half' : merry ? 'happy' : 'open',
    mouth: expression === 'laughing' ? 'open' : expression === 'serious' || expression === 'shy' ? 'flat' : 'smile',
    perk: expression === 'shy' ? -0.6 : expression === 'serious' ? 0.7 : quirks.ear * 0.5,
  }
}

function headState(traits: PortraitTraits, pose: Pose, mood: Mood): HeadState {
  if (pose === 'running')
    return { look: [0.85, 0], eyes: traits.expression === 'laughing' ? 'happy' : 'open', mouth: 'open', perk: -0.9 }
  if (mood === 'asleep') return { look: [-0.2, 0.5], eyes: 'closed', mouth: 'smile', perk: -0.8 }
  return mood === 'head-tilted' ? { look: [0.1, -0.1], eyes: 'open', mouth: 'flat', perk: 0.9 } : awake(traits)
}

const headSize = (traits: PortraitTraits) => (traits.size === 'small' ? 1.1 : traits.size === 'large' ? 0.95 : 1.02)

function tiltOf({ quirks: { tilt } }: PortraitTraits, pose: Pose, mood: Mood): number {
  if (pose === 'running') return -6
  if (mood === 'head-tilted') return tilt < 0 ? -16 : 16
  return mood === 'asleep' ? -5 : tilt * 5
}

/** Only the dog. Except for `head`, it stands on y = 0 with its centre at x = 0, and is about 560 units high when sitting. */
function drawFigure(pen: Pen, traits: PortraitTraits, pose: Pose, mood: Mood): string {
  const size = headSize(traits)
  const neck = traits.looks.bulk * 0.3
  const turn = tiltOf(traits, pose, mood)
  const face = drawHead(pen, traits, headState(traits, pose, mood))
  const head = ([x, y]: Point, scale: number) => placed(x, y, face + drawHeadwear(traits), turn, size * scale)
  switch (pose) {
    case 'head':
      return drawBust(pen, traits) + drawWorn(traits, 146, 118 * (0.84 + neck)) + head([0, 0], 1)
    case 'sitting': {
      const worn = drawWorn(traits, 136 * size, 96 * (0.78 + neck))
      return placed(0, -sittingGround(traits) - 14, drawSitting(pen, traits) + worn + head([0, 0], 1))
    }
    case 'lying': {
      const [x, y] = mood === 'asleep' ? LYING_HEAD.asleep : LYING_HEAD.awake
      const worn = mood === 'asleep' ? '' : placed(x, y, drawWorn(traits, 124 * size, 84))
      return drawLying(pen, traits) + worn + head([x, y], 0.86)
    }
    case 'running': {
      const [x, y] = RUNNING_HEAD
      const worn = placed(x - 22, y, drawWorn(traits, 112 * size, 78), 14)
      return placed(0, -runningGround(traits), drawRunning(pen, traits) + worn + head([x, y], 0.78))
    }
  }
}

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
