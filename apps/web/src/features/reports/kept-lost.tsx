import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { momentOf } from '../../lib/words.ts'
import classes from './case-view.module.css'

type Kept = AdminReportDetails['evidence']['lost'][number]

const STATES: Record<string, string> = { seen: 'Saw the dog', holding: 'Has the dog', injured: 'Saw the dog, hurt' }

const placeOf = ({ where, lat, lng }: Kept) => where ?? `${lat}, ${lng}`

const factsOf = (kept: Kept): [string, string | null][] => [
  ['Says', kept.state && (STATES[kept.state] ?? kept.state)],
  [kept.state ? 'Seen' : 'Last seen', `${momentOf(kept.at)}, ${placeOf(kept)}`],
  ['Wears', kept.wearing],
  ['Words', kept.note],
  ['Phone', kept.phone],
]

/** What the reported search or sighting said, as it read at each report. */
export function KeptLost({ report: { about, evidence, dog } }: { report: AdminReportDetails }) {
  if (evidence.lost.length === 0) return null
  const title = about === 'sighting' ? 'The sighting' : 'The search'
  return (
    <section className={classes.part} aria-label={title}>
      <h4 className={classes.heading}>{title}</h4>
      {evidence.lost.map(kept => (
        <div key={kept.keptAt} className={classes.columns}>
          <dl className={classes.facts}>
            {factsOf(kept).map(([name, value]) =>
              value ? (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null,
            )}
          </dl>
          {kept.photo ? (
            <ul className={classes.photos}>
              <li>
                <a href={kept.photo} target="_blank" rel="noreferrer">
                  <img src={kept.photo} alt={`Sent as ${dog.name}, opens in a new tab`} />
                </a>
              </li>
            </ul>
          ) : null}
        </div>
      ))}
    </section>
  )
}
