import { useId } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { byMatter, type Section } from './by-matter.ts'
import { useFaces, useNotifications, useSeen } from './data.ts'
import { NotificationRow } from './notification-row.tsx'
import classes from './notifications.module.css'

interface MattersProps {
  section: Section
  isNew: ReturnType<typeof useSeen>
  faces: ReturnType<typeof useFaces>
}

function Matters({ section: { label, matters }, isNew, faces }: MattersProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.day}>
        {label}
      </h2>
      <ul className={classes.rows}>
        {matters.map(({ newest, earlier }) => (
          <li key={newest.id} className={classes.item}>
            <NotificationRow
              notification={newest}
              earlier={earlier}
              isNew={isNew(newest)}
              isToday={label === 'Today'}
              face={faces.get(newest.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The user's notifications by matter. Showing them marks them as seen. */
export function NotificationList() {
  const list = useNotifications()
  const isNew = useSeen(list.items)
  const faces = useFaces(list.pages)
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
      {byMatter(list.items, new Date()).map(section => (
        <Matters key={section.label} section={section} isNew={isNew} faces={faces} />
      ))}
      {list.hasMore ? (
        <Button variant="default" aria-disabled={list.loadingMore} onClick={list.loadMore}>
          {list.loadingMore ? 'Loading...' : 'Show older'}
        </Button>
      ) : null}
    </div>
  )
}
