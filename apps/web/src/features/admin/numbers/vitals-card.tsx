import type { VitalNumbers } from '@barkyard/domain/schemas/vitals'
import { VITAL_GOALS, type Vital } from '@barkyard/domain/vitals'
import { Card } from '../../../components/settings-card.tsx'
import classes from './numbers.module.css'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const milliseconds = (ms: number) => `${Math.round(ms)} ms`
/** "myDogs": "My dogs". */
const screenWords = (route: string) =>
  route.charAt(0).toUpperCase() + route.slice(1).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
const COLUMNS: readonly { vital: Vital; title: string; words: (value: number) => string }[] = [
  { vital: 'lcp', title: 'Largest paint', words: seconds },
  { vital: 'inp', title: 'Interaction', words: milliseconds },
  { vital: 'cls', title: 'Shift', words: value => value.toFixed(2) },
  { vital: 'ttfb', title: 'First byte', words: milliseconds },
]

/** How fast pages felt this week: what 75 of 100 visits had at most, against what counts as good. */
export function VitalsCard({ weeks }: { weeks: readonly VitalNumbers[] }) {
  const [all, ...routes] = weeks
  const isMeasured = all !== undefined && all.pages > 0
  return (
    <Card title="How fast pages feel">
      {isMeasured ? (
        <>
          <p className="quiet text-small">
            Three of four pages this week took at most this long, by the screen they began with. Good are 2.5 s, 200 ms
            and 0.1. One page in ten is measured.
          </p>
          <table className={`tabular full ${classes.vitals}`} aria-label="By screen">
            <thead>
              <tr>
                <th scope="col">Screen</th>
                {COLUMNS.map(({ vital, title }) => (
                  <th key={vital} scope="col">
                    {title}
                  </th>
                ))}
                <th scope="col">Pages</th>
              </tr>
            </thead>
            <tbody>
              {[all, ...routes].map(row => (
                <tr key={row.route ?? ''}>
                  <th scope="row">{row.route === null ? 'All' : screenWords(row.route)}</th>
                  {COLUMNS.map(column => (
                    <Cell key={column.vital} {...column} value={row[column.vital]} />
                  ))}
                  <td data-title="Pages">{row.pages.toLocaleString('en-US')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <p className="quiet">No page has been measured this week.</p>
      )}
    </Card>
  )
}

function Cell({ vital, title, value, words }: (typeof COLUMNS)[number] & { value: number | null }) {
  const goal = VITAL_GOALS[vital]
  const isSlow = value !== null && goal !== null && value > goal
  return (
    <td data-title={title} className={value === null ? 'quiet' : undefined}>
      {value === null ? '–' : words(value)}
      {isSlow && <strong className="alert"> slow</strong>}
    </td>
  )
}
