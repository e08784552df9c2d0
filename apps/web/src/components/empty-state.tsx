import type { ReactNode } from 'react'
import asleep from '../art/scene-asleep.svg'
import headTilted from '../art/scene-head-tilted.svg'
import noseUp from '../art/scene-nose-up.svg'
import running from '../art/scene-running.svg'

/** asleep: nothing here. nose-up: nothing found. head-tilted: something went wrong. running: on its way. */
export type Mood = 'asleep' | 'nose-up' | 'head-tilted' | 'running'

const pictures: Record<Mood, string> = { asleep, 'nose-up': noseUp, 'head-tilted': headTilted, running }

/** On a phone held sideways the words below it stay in view. */
const PICTURE = { width: 'clamp(136px, 40svh, 260px)', height: 'auto', marginInline: 'auto' }
const STATE = { maxWidth: 440, margin: '0 auto', padding: '24px 16px 40px', textAlign: 'center' } as const

/** Preloads the illustration of errors, because it cannot be loaded without a connection. */
export function preloadTrouble(): void {
  new Image().src = pictures['head-tilted']
}

/** The mascot in a mood. Decorative, so it has no alternative text. */
export const Illustration = ({ mood }: { mood: Mood }) => (
  <img style={PICTURE} src={pictures[mood]} alt="" width={260} height={195} draggable={false} />
)

interface EmptyStateProps {
  mood?: Mood
  title?: string
  text?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ mood = 'asleep', title, text, action }: EmptyStateProps) => (
  <div style={STATE}>
    <Illustration mood={mood} />
    {title ? <h2 className="text-name mt-8">{title}</h2> : null}
    {text ? <p className="quiet mt-8">{text}</p> : null}
    {action ? <div className="row-12 mt-24 middle">{action}</div> : null}
  </div>
)
