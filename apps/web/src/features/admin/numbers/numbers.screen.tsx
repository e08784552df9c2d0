import type { DayNumbers } from '@barkyard/domain/schemas/admin'
import type { VitalNumbers } from '@barkyard/domain/schemas/vitals'
import { VITAL_GOALS, type Vital } from '@barkyard/domain/vitals'
import { Table } from '@mantine/core'
import { AdminPage } from '../../../components/admin-page.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Card } from '../../../components/settings-card.tsx'
import { SCREENS } from '../../../screens.ts'
import { trpc } from '../../../trpc.ts'

const WEEK = 7
const KINDS: readonly [Exclude<keyof DayNumbers, 'day'>, string][] = [
  ['signUps', 'Sign-ups'],
  ['barks', 'Barks'],
  ['messages', 'Messages'],
  ['playdates', 'Playdates'],
  ['reports', 'Reports'],
]

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
            <div
              className="stack-16"
              style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }}
            >
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

function DayChart({ title, days }: { title: string; days: readonly { day: string; count: number }[] }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const inWords = days.map(({ day, count }) => `${nameOf(day)} ${count}`).join(', ')
  return (
    <svg
      className="full tabular"
      style={{ maxWidth: 360 }}
      fill="var(--quiet)"
      fontSize="0.6875em"
      textAnchor="middle"
      viewBox={`0 0 ${days.length * (WIDTH + GAP) - GAP} ${HEIGHT + 32}`}
      role="img"
      aria-label={`${title} by day: ${inWords}`}
    >
      {days.map(({ day, count }, nth) => {
        const x = nth * (WIDTH + GAP)
        const height = Math.max(2, (count / most) * HEIGHT)
        return (
          <g key={day}>
            <rect
              fill="var(--grass)"
              x={x}
              y={16 + HEIGHT - height}
              width={WIDTH}
              height={height}
              rx={count > 0 ? 4 : 1}
            />
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

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const milliseconds = (ms: number) => `${Math.round(ms)} ms`
const screenWords = (route: string) =>
  route.charAt(0).toUpperCase() + route.slice(1).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
const COLUMNS: readonly { vital: Vital; title: string; words: (value: number) => string }[] = [
  { vital: 'lcp', title: 'Largest paint', words: seconds },
  { vital: 'inp', title: 'Interaction', words: milliseconds },
  { vital: 'cls', title: 'Shift', words: value => value.toFixed(2) },
  { vital: 'ttfb', title: 'First byte', words: milliseconds },
]

/** How fast pages felt this week: what 75 of 100 visits had at most, against what counts as good. */
function VitalsCard({ weeks }: { weeks: readonly VitalNumbers[] }) {
  const [all, ...routes] = weeks
  return (
    <Card title="How fast pages feel">
      {all && all.pages > 0 ? (
        <>
          <p className="quiet text-small">
            Three of four pages this week took at most this long, by the screen they began with. Good are 2.5 s, 200 ms
            and 0.1. One page in ten is measured.
          </p>
          <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label="By screen">
            <Table fz="md" tabularNums aria-label="By screen">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Screen</Table.Th>
                  {COLUMNS.map(({ vital, title }) => (
                    <Table.Th key={vital} scope="col">
                      {title}
                    </Table.Th>
                  ))}
                  <Table.Th scope="col">Pages</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {[all, ...routes].map(row => (
                  <Table.Tr key={row.route ?? ''}>
                    <Table.Th scope="row">{row.route === null ? 'All' : screenWords(row.route)}</Table.Th>
                    {COLUMNS.map(column => (
                      <Cell key={column.vital} {...column} value={row[column.vital]} />
                    ))}
                    <Table.Td>{row.pages.toLocaleString('en-US')}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      ) : (
        <p className="quiet">No page has been measured this week.</p>
      )}
    </Card>
  )
}

function Cell({ vital, value, words }: (typeof COLUMNS)[number] & { value: number | null }) {
  const goal = VITAL_GOALS[vital]
  const isSlow = value !== null && goal !== null && value > goal
  return (
    <Table.Td className={value === null ? 'quiet' : undefined}>
      <span>{value === null ? '–' : words(value)}</span>
      {isSlow && <strong className="alert"> slow</strong>}
    </Table.Td>
  )
}
