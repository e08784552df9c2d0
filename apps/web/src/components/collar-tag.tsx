import type { ReactNode } from 'react'
import classes from './collar-tag.module.css'

export type TagTone = 'plain' | 'grass' | 'ball' | 'collar' | 'loud'

interface CollarTagProps {
  children: ReactNode
  /** plain: facts. grass: good. ball: new or chosen. collar: declined, danger. loud: unread, urgent. */
  tone?: TagTone
  size?: 'sm' | 'md'
  className?: string | undefined
}

/** A badge, score or status, drawn as a tag of a collar. */
export const CollarTag = ({ children, tone = 'plain', size = 'md', className }: CollarTagProps) => (
  <span className={`${classes.tag} ${className ?? ''}`} data-tone={tone} data-size={size}>
    {children}
  </span>
)

interface CountBadgeProps {
  count: number
  /** The things counted, read out after the number ("new barks"). */
  label: string
  /** Default unread: red. chosen: tennis ball yellow. */
  tone?: 'unread' | 'chosen'
  className?: string | undefined
}

/** The red number on a card or in the bar. It bumps when the number grows. */
export function CountBadge({ count, label, tone = 'unread', className = '' }: CountBadgeProps) {
  if (count <= 0) return null
  return (
    <span key={count} className={`${classes.count} ${className}`} data-tone={tone}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">
        {count} {label}
      </span>
    </span>
  )
}
