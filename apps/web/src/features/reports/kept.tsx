import { isolate } from '@barkyard/domain/isolate'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Link } from 'react-router-dom'
import { Facts } from '../../components/facts.tsx'
import { Picture } from '../../components/picture.tsx'
import { momentOf } from '../../lib/words.ts'
import classes from './case-view.module.css'
import { Part } from './part.tsx'

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
  return (
    <Part title={about === 'sighting' ? 'The sighting' : 'The search'}>
      {evidence.lost.map(kept => (
        <div key={kept.keptAt} className={`stack-24 ${classes.columns}`}>
          <Facts facts={factsOf(kept)} />
          {kept.photo ? (
            <div className={classes.photos}>
              <Picture src={kept.photo} alt={`Sent as ${dog.name}`} />
            </div>
          ) : null}
        </div>
      ))}
    </Part>
  )
}

/** Photos of the dog beside the photos elsewhere that they equal. */
export function DuplicatePhotos({ report: { evidence, dog } }: { report: AdminReportDetails }) {
  if (evidence.twins.length === 0) return null
  return (
    <Part title="The same photo elsewhere">
      <p className="quiet text-small breakable">Found when it was uploaded. Neither owner was told.</p>
      <ul className="stack-16">
        {evidence.twins.map(({ photoId, other }) => {
          const own = evidence.photos.find(({ id }) => id === photoId)
          const name = other.dogName || 'another dog'
          return (
            <li key={other.photoId} className={`stack-12 ${classes.duplicate}`}>
              <figure>
                {own ? <Picture src={own.url} alt={`Photo of ${isolate(dog.name)}`} /> : <p>No longer kept.</p>}
                <figcaption className="text-small breakable">
                  <bdi>{dog.name}</bdi>'s photo
                </figcaption>
              </figure>
              <figure>
                {other.url ? <Picture src={other.url} alt={`Photo of ${isolate(name)}`} /> : <p>No longer kept.</p>}
                <figcaption className="text-small breakable">
                  {other.removed ? (
                    `Removed from ${isolate(name)} by a decision`
                  ) : (
                    <>
                      Shown first by <Link to={`/dog/${other.dogId}`}>{name}</Link>
                    </>
                  )}
                </figcaption>
              </figure>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
