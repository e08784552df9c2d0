import { drawHead, type HeadState } from './head.ts'
import { drawLying, LYING_HEAD } from './lying.ts'
import { drawRunning, RUNNING_HEAD, runningGround } from './running.ts'
import { type Pen, type Point, placed } from './shape.ts'
import { drawBust, drawSitting, sittingGround } from './sitting.ts'
import { marked, type PortraitTraits } from './traits.ts'
import { drawHeadwear, drawWorn } from './worn.ts'

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
export function drawFigure(pen: Pen, traits: PortraitTraits, pose: Pose, mood: Mood): string {
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
