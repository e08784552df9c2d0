import { useId } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { byDay, type Day } from './by-day.ts'
import { useNotifications, useSeen } from './data.ts'
import { NotificationRow } from './notification-row.tsx'
import classes from './notifications.module.css'

function DaySection({ day, isNew }: { day: Day; isNew: ReturnType<typeof useSeen> }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.day}>
        {day.label}
      </h2>
      <ul className={classes.rows}>
        {day.items.map(one => (
          <li key={one.id} className={classes.item}>
            <NotificationRow notification={one} isNew={isNew(one)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The user's notifications by day. Showing them marks them as seen. */
export function NotificationList() {
  const list = useNotifications()
  const isNew = useSeen(list.items)
  if (list.failed) return <ErrorState title="We couldn't load your notifications" onRetry={list.retry} />
  if (!list.items) return <SkeletonRows />
  if (list.items.length === 0)
    return (
      <EmptyState
        title="All quiet"
        text="Barks, messages and playdates will show up here. Bark at a dog you like, and the first one soon will."
        action={<ButtonLink to="/sniff">Sniff Dogs</ButtonLink>}
      />
    )
  return (
    <div className={classes.days}>
      {byDay(list.items, new Date()).map(day => (
        <DaySection key={day.label} day={day} isNew={isNew} />
      ))}
      {list.hasMore ? (
        <Button variant="default" aria-disabled={list.loadingMore} onClick={list.loadMore}>
          {list.loadingMore ? 'Loading...' : 'Show older'}
        </Button>
      ) : null}
    </div>
  )
}
