import type { DayNumbers } from '@barkyard/domain/schemas/admin'
import { ErrorState } from '../../../components/error-state.tsx'
import { SkeletonRows } from '../../../components/loading.tsx'
import { Card } from '../../../components/settings-card.tsx'
import { SCREENS } from '../../../screens.ts'
import { AdminPage } from '../admin-page.tsx'
import { useNumbers, useVitals } from '../data.ts'
import { DayChart } from './day-chart.tsx'
import classes from './numbers.module.css'
import { VitalsCard } from './vitals-card.tsx'

const WEEK = 7
const KINDS: readonly [Exclude<keyof DayNumbers, 'day'>, string][] = [
  ['signUps', 'Sign-ups'],
  ['barks', 'Barks'],
  ['messages', 'Messages'],
  ['playdates', 'Playdates'],
  ['reports', 'Reports'],
]

/** What happened this week, and in the week before. */
export function Component() {
  const numbers = useNumbers()
  const vitals = useVitals()
  return (
    <AdminPage title={SCREENS.adminNumbers.title}>
      {numbers.data ? (
        <>
          <p className="quiet text-small">
            The last seven days, today included, in San Francisco’s time. What was deleted since is not counted.
          </p>
          <div className={classes.cards}>
            {KINDS.map(([kind, title]) => (
              <NumberCard
                key={kind}
                title={title}
                days={numbers.data.map(one => ({ day: one.day, count: one[kind] }))}
              />
            ))}
          </div>
        </>
      ) : numbers.isError ? (
        <ErrorState title="We couldn't load the numbers" onRetry={() => void numbers.refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
      <div className={classes.wide}>
        {vitals.data ? (
          <VitalsCard weeks={vitals.data} />
        ) : vitals.isError ? (
          <ErrorState title="We couldn't load how fast pages feel" onRetry={() => void vitals.refetch()} />
        ) : (
          <SkeletonRows rows={2} />
        )}
      </div>
    </AdminPage>
  )
}

function NumberCard({ title, days }: { title: string; days: { day: string; count: number }[] }) {
  const sum = (part: typeof days) => part.reduce((total, { count }) => total + count, 0).toLocaleString('en-US')
  const week = days.slice(-WEEK)
  return (
    <Card title={title}>
      <p className={classes.sum}>
        <strong className={classes.number}>{sum(week)}</strong>{' '}
        <span className="quiet text-small">{sum(days.slice(0, -WEEK))} the week before</span>
      </p>
      <DayChart title={title} days={week} />
    </Card>
  )
}
