import type { ReactNode } from 'react'
import { Bone } from '../../components/loading.tsx'
import classes from './results/dog-card.module.css'

const GRID = { display: 'grid', gap: 20, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }

interface SkeletonCardsProps {
  /** The number of cards, including `children`. */
  cards: number
  label?: string
  /** The first card, if it is known already. */
  children?: ReactNode
}

/** Placeholders for cards, as large as they are. */
export const SkeletonCards = ({ cards, label = 'Loading...', children }: SkeletonCardsProps) => (
  <div style={GRID} role="status">
    <span className="visually-hidden">{label}</span>
    {children}
    {Array.from({ length: children ? cards - 1 : cards }, (_, card) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
      <div key={card} className={`card column full shrinkable ${classes.card}`}>
        <Bone className={classes.photo} radius={16} />
        <div className={`column stack-12 grow ${classes.text} ${classes.textToCome}`}>
          <Bone height={18} width="60%" />
          <Bone height={14} width="85%" />
        </div>
        <div className={classes.bark}>
          <Bone height={44} />
        </div>
      </div>
    ))}
  </div>
)

/** Placeholders of the filters beside the results: a heading, two sliders and four groups of options. */
export const FilterSkeleton = () => (
  <div className="stack-24" style={{ height: '32rem', overflow: 'hidden' }} aria-hidden="true">
    <Bone width="40%" height={22} />
    {[40, 40, 96, 44, 100, 96].map((height, group) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <div key={group} className="stack-8">
        <Bone width="55%" height={16} />
        <Bone height={height} radius={14} />
      </div>
    ))}
  </div>
)
