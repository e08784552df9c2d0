import { Skeleton } from '@mantine/core'
import cardClasses from './playdate-card.module.css'
import classes from './playdates.module.css'

/** The card with the select and the button, as it will come. */
export const PickerSkeleton = () => (
  <div className={classes.picker} aria-hidden="true">
    <div className={classes.select}>
      <Skeleton height={18} width={120} radius="xl" mb={8} />
      <Skeleton height={48} />
    </div>
    <Skeleton height={48} width={180} radius="xl" />
  </div>
)

/** Two playdates as they will come. */
export const PlaydateSkeletons = () => (
  <div className={classes.list} role="status">
    <span className="visually-hidden">Loading...</span>
    {['first', 'second'].map(key => (
      <div key={key} className={cardClasses.card}>
        <Skeleton className={cardClasses.photo ?? ''} radius={16} />
        <div className={cardClasses.text}>
          <Skeleton height={24} width="70%" radius="xl" />
          <Skeleton height={16} width="40%" radius="xl" mt={8} />
          <Skeleton height={16} width="85%" radius="xl" mt={16} />
          <Skeleton height={16} width="60%" radius="xl" mt={8} />
        </div>
      </div>
    ))}
  </div>
)
