import type { PortraitOptions, portraitTraits } from '../../../packages/art/src/portrait.ts'

interface Cast {
  /** `virtual:art/FILE` */
  file: string
  traits: Parameters<typeof portraitTraits>[0]
  options: PortraitOptions
  /** The visible part of the 800 × 1000 picture. Default: all of it. */
  crop?: string
}

type Build = 'small' | 'medium' | 'large'

const traits = (name: string, breed: string, size: Build, temperament: readonly string[] = ['playful']) => ({
  name,
  breed,
  size,
  temperament,
})

const sitting = (file: string, who: Cast['traits']): Cast => ({
  file,
  traits: who,
  options: { pose: 'sitting', backdrop: 'none' },
  crop: '30 90 750 830',
})

/** Only the first image contains the ball. It is cut off in the others. */
const running = (file: string, who: Cast['traits'], ball = false): Cast => ({
  file,
  traits: who,
  options: { pose: 'running', backdrop: 'none' },
  crop: ball ? '0 300 800 600' : '0 300 690 600',
})

const head = (file: string, who: Cast['traits'], backdrop: NonNullable<PortraitOptions['backdrop']>): Cast => ({
  file,
  traits: who,
  options: { pose: 'head', backdrop },
})

/** The dogs of the landing page, with their traits and poses. */
export const HERO_PACK: readonly Cast[] = [
  sitting('sit-golden', traits('Biscuit', 'Golden Retriever', 'large')),
  sitting('sit-corgi', traits('Pepper', 'Corgi', 'small')),
  sitting('sit-husky', traits('Luna', 'Husky', 'large')),
  sitting('sit-bernese', traits('Rex', 'Bernese', 'large', ['friendly'])),
  sitting('sit-dalmatian', traits('Dot', 'Dalmatian', 'large')),
  {
    file: 'lie-dachshund',
    traits: traits('Otis', 'Dachshund', 'small', ['calm']),
    options: { pose: 'lying', backdrop: 'none' },
    crop: '0 470 800 480',
  },
  running('run-corgi', traits('Waffle', 'Corgi', 'small')),
  running('run-collie', traits('Moss', 'Border Collie', 'medium')),
  running('run-beagle', traits('Bruno', 'Beagle', 'small'), true),
  head('head-poodle', traits('Maple', 'Poodle', 'medium'), 'yard'),
  head('head-samoyed', traits('Wren', 'Samoyed', 'large', ['friendly']), 'yard'),
  head('head-frenchie', traits('Olive', 'French Bulldog', 'small'), 'bay'),
  head('head-dachshund', traits('Otis', 'Dachshund', 'small', ['calm']), 'night'),
]
