import { Skeleton } from '@mantine/core'
import classes from './loading.module.css'

/** While a whole screen or dialog waits. `label` is read out. */
export const Spinner = ({ label = 'Loading...' }: { label?: string }) => (
  <div className={classes.spinner} role="status">
    <span className={classes.ball} aria-hidden="true" />
    <span className="visually-hidden">{label}</span>
  </div>
)

/** Rows as they will come: a picture and two lines. */
export const SkeletonRows = ({ rows = 4, label = 'Loading...' }: { rows?: number; label?: string }) => (
  <div className={classes.rows} role="status">
    <span className="visually-hidden">{label}</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
      <div key={row} className={classes.row}>
        <Skeleton circle height={56} />
        <div className={classes.lines}>
          <Skeleton height={16} width="40%" radius="xl" />
          <Skeleton height={14} width="70%" radius="xl" />
        </div>
      </div>
    ))}
  </div>
)

/** A grid of photo cards as it will come (4:5 and two lines). */
export const SkeletonCards = ({ cards = 8, label = 'Loading...' }: { cards?: number; label?: string }) => (
  <div className={classes.cards} role="status">
    <span className="visually-hidden">{label}</span>
    {Array.from({ length: cards }, (_, card) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
      <div key={card} className={classes.card}>
        <Skeleton className={classes.photo ?? ''} radius={16} />
        <Skeleton height={18} width="60%" radius="xl" />
        <Skeleton height={14} width="85%" radius="xl" />
      </div>
    ))}
  </div>
)
