import type { DayNumbers } from '@barkyard/domain/schemas/admin'
import { Loaded } from '../../../components/loaded.tsx'
import { Card } from '../../../components/settings-card.tsx'
import { SCREENS } from '../../../screens.ts'
import { trpc } from '../../../trpc.ts'
import { AdminPage } from '../admin-page.tsx'
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
  const numbers = trpc.admin.numbers.useQuery(undefined, { throwOnError: false, staleTime: 0 })
  const vitals = trpc.admin.vitals.useQuery(undefined, { throwOnError: false, staleTime: 0 })
  return (
    <AdminPage title={SCREENS.adminNumbers.title}>
      <Loaded query={numbers} failed="We couldn't load the numbers" rows={5}>
        {days => (
          <>
            <p className="quiet text-small">
              The last seven days, today included, in San Francisco’s time. What was deleted since is not counted.
            </p>
            <div className={classes.cards}>
              {KINDS.map(([kind, title]) => (
                <NumberCard key={kind} title={title} days={days.map(one => ({ day: one.day, count: one[kind] }))} />
              ))}
            </div>
          </>
        )}
      </Loaded>
      <Loaded query={vitals} failed="We couldn't load how fast pages feel" rows={2}>
        {weeks => <VitalsCard weeks={weeks} />}
      </Loaded>
    </AdminPage>
  )
}

function NumberCard({ title, days }: { title: string; days: { day: string; count: number }[] }) {
  const sum = (part: typeof days) => part.reduce((total, { count }) => total + count, 0).toLocaleString('en-US')
  const week = days.slice(-WEEK)
  return (
    <Card title={title}>
      <p className="row-8" style={{ alignItems: 'baseline' }}>
        <strong className="display text-title tabular">{sum(week)}</strong>{' '}
        <span className="quiet text-small">{sum(days.slice(0, -WEEK))} the week before</span>
      </p>
      <DayChart title={title} days={week} />
    </Card>
  )
}

const [HEIGHT, WIDTH, GAP] = [64, 28, 8]
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const nameOf = (day: string) => weekday.format(new Date(`${day}T00:00:00Z`))

/** A bar for each day, with its number above and its name below. */
function DayChart({ title, days }: { title: string; days: readonly { day: string; count: number }[] }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const inWords = days.map(({ day, count }) => `${nameOf(day)} ${count}`).join(', ')
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${days.length * (WIDTH + GAP) - GAP} ${HEIGHT + 32}`}
      role="img"
      aria-label={`${title} by day: ${inWords}`}
    >
      {days.map(({ day, count }, nth) => {
        const x = nth * (WIDTH + GAP)
        const height = Math.max(2, (count / most) * HEIGHT)
        return (
          <g key={day}>
            <rect x={x} y={16 + HEIGHT - height} width={WIDTH} height={height} rx={count > 0 ? 4 : 1} />
            <text x={x + WIDTH / 2} y={11 + HEIGHT - height}>
              {count > 999 ? `${Math.round(count / 1000)}k` : count}
            </text>
            <text x={x + WIDTH / 2} y={HEIGHT + 29}>
              {nameOf(day)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
