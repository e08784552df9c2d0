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
import { drawHead, type HeadState } from './portrait/head.ts'
import { group, line, makePen, oval, type Pen, type Point } from './portrait/shape.ts'
import { type Backdrop, type PortraitTraits, portraitTraits } from './portrait/traits.ts'
import { drawHeadwear, drawWorn } from './portrait/worn.ts'

export { type Backdrop, type PortraitTraits, portraitTraits }

export type Pose = 'head' | 'sitting' | 'lying' | 'running'
export type Mood = 'awake' | 'asleep' | 'nose-up' | 'head-tilted' | 'running'

export interface PortraitOptions {
  /** Default: head. The mood `running` runs, `asleep` lies, whatever the pose says. */
  pose?: Pose
  mood?: Mood
  /** Default: the dog's own place; `none` leaves the ground transparent. */
  backdrop?: Backdrop | 'none'
  /** Told to screen readers; without it the drawing is decoration. */
  title?: string
  /** Two drawings on one page need two prefixes, or their clip paths mix. */
  idPrefix?: string
}

const ball = (x: number, y: number, r: number) =>
  oval(x, y, r, r, '#d6ee4a') +
  `<path d="M${x - r * 0.9} ${y - r * 0.4}Q${x} ${y + r * 0.3} ${x + r * 0.5} ${y - r * 0.85}M${x - r * 0.5} ${y + r * 0.85}Q${x} ${y - r * 0.1} ${x + r * 0.95} ${y + r * 0.25}" fill="none" stroke="#fbfde3" stroke-width="${r * 0.14}" stroke-linecap="round"/>`

const escaped = (text: string) => text.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`)

function wrap(width: number, height: number, content: string, title: string | undefined): string {
  const told = title ? `role="img" aria-label="${escaped(title)}"` : 'aria-hidden="true"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${told}>${content}</svg>`
}

const hang = (traits: PortraitTraits) =>
  traits.expression === 'shy' ? -0.6 : traits.expression === 'serious' ? 0.7 : traits.quirks.ear * 0.5

function awake(traits: PortraitTraits): HeadState {
  const { expression, quirks } = traits
  return {
    look: [quirks.look * 0.75, expression === 'shy' ? 0.35 : -0.1],
    eyes: expression === 'calm' ? 'half' : expression === 'laughing' && quirks.eyes > 0.55 ? 'happy' : 'open',
    mouth: expression === 'laughing' ? 'open' : expression === 'serious' || expression === 'shy' ? 'flat' : 'smile',
    perk: hang(traits),
  }
}

function headState(traits: PortraitTraits, mood: Mood): HeadState {
  const base = awake(traits)
  if (mood === 'asleep') return { look: [-0.2, 0.5], eyes: 'closed', mouth: 'smile', perk: -0.8 }
  if (mood === 'nose-up') return { look: [0.7, -1.8], eyes: 'happy', mouth: 'smile', perk: -0.4 }
  if (mood === 'head-tilted') return { ...base, look: [0.1, -0.1], eyes: 'open', mouth: 'flat', perk: 0.9 }
  if (mood === 'running')
    return { look: [0.85, 0], eyes: traits.expression === 'laughing' ? 'happy' : 'open', mouth: 'open', perk: -0.9 }
  return base
}

const headSize = (traits: PortraitTraits) => (traits.size === 'small' ? 1.1 : traits.size === 'large' ? 0.95 : 1.02)

/** The dog alone, standing on y = 0 with its middle at x = 0; about 560 units high where it sits. */
function figure(pen: Pen, traits: PortraitTraits, pose: Pose, mood: Mood): string {
  const state = headState(traits, mood)
  const tilt =
    mood === 'head-tilted' ? (traits.quirks.tilt < 0 ? -17 : 17) : mood === 'nose-up' ? 12 : traits.quirks.tilt * 5
  const s = headSize(traits)
  const head = (at: Point, turn: number, scale = 1) =>
    group(
      `translate(${at[0]} ${at[1]}) rotate(${turn.toFixed(1)}) scale(${(s * scale).toFixed(2)})`,
      drawHead(pen, traits, state) + drawHeadwear(traits),
    )
  if (pose === 'running') {
    const up = -runningGround(traits)
    return group(
      `translate(0 ${up})`,
      drawRunning(pen, traits) +
        group(`translate(${RUNNING_HEAD[0] - 22} ${RUNNING_HEAD[1]}) rotate(14)`, drawWorn(traits, 112 * s, 78)) +
        head(RUNNING_HEAD, -6, 0.78),
    )
  }
  if (pose === 'lying') {
    if (mood === 'asleep') return drawLying(pen, traits) + head([LYING_HEAD[0], LYING_HEAD[1]], -5, 0.86)
    return (
      drawLying(pen, traits) +
      group('translate(-150 -236)', drawWorn(traits, 124 * s, 84)) +
      head([-150, -236], tilt, 0.86)
    )
  }
  const ground = sittingGround(traits)
  return group(
    `translate(0 ${-ground - 14})`,
    drawSitting(pen, traits) + drawWorn(traits, 136 * s, 96 * (0.78 + traits.looks.bulk * 0.3)) + head([0, 0], tilt),
  )
}

/** The dog's shadow on the ground. */
const grounded = (x: number, y: number, rx: number) => oval(x, y, rx, rx * 0.1, '#2a1a26', 'opacity=".16"')

/** A dog as an SVG text, 4:5 (viewBox 0 0 800 1000). The same traits and options draw the same text. */
export function drawPortrait(traits: PortraitTraits, options: PortraitOptions = {}): string {
  const { mood = 'awake', title, idPrefix = 'dog' } = options
  const pose = mood === 'running' ? 'running' : mood === 'asleep' ? 'lying' : (options.pose ?? 'head')
  const place = options.backdrop ?? traits.backdrop
  const pen = makePen(idPrefix)
  const scene = place === 'none' ? '' : drawBackdrop(place, traits.seed)
  const facing = pose === 'running' ? 'running' : mood
  if (pose === 'head') {
    const s = 1.34 * headSize(traits)
    const tilt = mood === 'head-tilted' ? (traits.quirks.tilt < 0 ? -15 : 15) : traits.quirks.tilt * 5
    const dog =
      group(
        'translate(400 440) scale(1.34)',
        drawBust(pen, traits) + drawWorn(traits, 146, 118 * (0.84 + traits.looks.bulk * 0.3)),
      ) +
      group(
        `translate(400 440) rotate(${tilt.toFixed(1)}) scale(${s.toFixed(2)})`,
        drawHead(pen, traits, headState(traits, facing)) + drawHeadwear(traits),
      )
    return wrap(800, 1000, (scene && group('translate(-120 -210) scale(1.3)', scene)) + dog, title)
  }
  const scale = pose === 'running' ? 0.94 : pose === 'lying' ? 0.98 : 1.12
  const x = pose === 'running' ? 344 : pose === 'lying' ? 408 : 400
  const y = pose === 'running' ? 830 : 880
  const toy = pose === 'running' ? ball(730, 430, 36) : pose === 'lying' ? ball(690, 912, 34) : ''
  const dog =
    grounded(x, y + (pose === 'running' ? 40 : 6), 290) +
    group(`translate(${x} ${y}) scale(${scale})`, figure(pen, traits, pose, facing)) +
    toy
  return wrap(800, 1000, scene + dog, title)
}

/** A small picture for an empty or waiting screen, 640 × 480, on a transparent ground that suits light and dark pages. */
export function drawScene(
  mood: Mood,
  options: { traits?: PortraitTraits; title?: string; idPrefix?: string } = {},
): string {
  const { title, idPrefix = `scene-${mood}-` } = options
  const pen = makePen(idPrefix)
  const traits =
    options.traits ?? portraitTraits({ name: 'Biscuit', breed: 'Beagle', size: 'medium', temperament: ['friendly'] })
  const pose: Pose = mood === 'asleep' ? 'lying' : mood === 'running' ? 'running' : 'sitting'
  const lawn = oval(320, 420, 296, 44, '#5fa86a', 'opacity=".3"')
  const place: Point = pose === 'running' ? [300, 412] : pose === 'lying' ? [322, 424] : [316, 424]
  const scale = pose === 'sitting' ? 0.66 : 0.74
  const extra =
    mood === 'asleep'
      ? [
          [262, 176, 26],
          [304, 128, 34],
          [354, 70, 44],
        ]
          .map(([x = 0, y = 0, w = 0]) => line(`M${x} ${y}h${w}l${-w} ${w}h${w}`, '#8fb48f', w * 0.2))
          .join('')
      : mood === 'nose-up'
        ? line('M470 90q18 -16 36 0t36 0M486 130q18 -16 36 0t36 0', '#8fb48f', 8)
        : mood === 'running'
          ? ball(566, 150, 30) + line('M20 250h70M0 310h60M36 370h40', '#8fb48f', 8)
          : mood === 'head-tilted'
            ? line('M478 80a30 30 0 1 1 42 34q-14 8 -14 28M506 172v1', '#e0a526', 13)
            : ball(510, 410, 26)
  return wrap(
    640,
    480,
    lawn + group(`translate(${place[0]} ${place[1]}) scale(${scale})`, figure(pen, traits, pose, mood)) + extra,
    title,
  )
}
