import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Facts } from '../../components/facts.tsx'
import { Picture } from '../../components/picture.tsx'
import { capital, momentOf } from '../../lib/words.ts'
import classes from './case-view.module.css'

const COLUMNS = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))' }
const PAIR = { gridTemplateColumns: 'repeat(2, minmax(0, 240px))' }

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={`stack-12 ${classes.part}`} aria-label={title}>
    <h4 className="label">{title}</h4>
    {children}
  </section>
)

/** What somebody wrote. @param source who or when */
export const Quote = ({ text, source }: { text: string; source: ReactNode }) => (
  <blockquote className="sunken as-typed">
    {text}
    <footer className="quiet text-small breakable">{source}</footer>
  </blockquote>
)

const STATES: Record<string, string> = { seen: 'Saw the dog', holding: 'Has the dog', injured: 'Saw the dog, hurt' }

/** What the reported search or sighting said, as it read at each report. */
export function KeptLost({ report: { about, evidence, dog } }: { report: AdminReportDetails }) {
  if (evidence.lost.length === 0) return null
  return (
    <Part title={about === 'sighting' ? 'The sighting' : 'The search'}>
      {evidence.lost.map(kept => (
        <div key={kept.keptAt} className="stack-24" style={COLUMNS}>
          <Facts
            facts={[
              ['Says', kept.state && (STATES[kept.state] ?? kept.state)],
              [kept.state ? 'Seen' : 'Last seen', `${momentOf(kept.at)}, ${kept.where ?? `${kept.lat}, ${kept.lng}`}`],
              ['Wears', kept.wearing],
              ['Words', kept.note],
              ['Phone', kept.phone],
            ]}
          />
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

const Side = ({ src, alt, children }: { src: string | null | undefined; alt: string; children: ReactNode }) => (
  <figure className={classes.photo}>
    {src ? <Picture src={src} alt={alt} /> : <p>No longer kept.</p>}
    <figcaption className="text-small breakable">{children}</figcaption>
  </figure>
)

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
            <li key={other.photoId} className="stack-12" style={PAIR}>
              <Side src={own?.url} alt={`Photo of ${isolate(dog.name)}`}>
                <bdi>{dog.name}</bdi>'s photo
              </Side>
              <Side src={other.url} alt={`Photo of ${isolate(name)}`}>
                {other.removed ? (
                  `Removed from ${isolate(name)} by a decision`
                ) : (
                  <>
                    Shown first by <Link to={`/dog/${other.dogId}`}>{name}</Link>
                  </>
                )}
              </Side>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

const dogFacts = (dog: Dog): [string, string][] => [
  ['Name', dog.name],
  ['Breed', dog.breed],
  ['About', [ageLabel(dog.ageYears), capital(dog.size), capital(dog.sex)].join(', ')],
  ['Temperament', dog.temperament.map(capital).join(', ')],
  ['Bio', dog.bio ?? ''],
]

const photosOf = (dog: Dog) => dog.photos.map(({ id }) => id).join()

export function ThenAndNow({ report: { evidence, currentDog, dog } }: { report: AdminReportDetails }) {
  const then = evidence.dog
  const kept = evidence.photos.map(({ id, url, reported, removed }, index) => ({
    id,
    url,
    caption: [`Photo ${index + 1}`, reported ? 'reported' : '', removed ? 'removed' : ''].filter(Boolean).join(', '),
  }))
  const before = new Map(then ? dogFacts(then) : [])
  const isSame =
    then !== null &&
    currentDog !== null &&
    photosOf(then) === photosOf(currentDog) &&
    dogFacts(currentDog).every(([name, value]) => before.get(name) === value)
  return (
    <div className="stack-24" style={COLUMNS}>
      <Part title="As reported">
        {then ? <Facts facts={dogFacts(then)} /> : <p className="quiet text-small breakable">No longer kept.</p>}
        <Photos name={dog.name} photos={kept} />
      </Part>
      <Part title="The dog now">
        {!currentDog ? (
          <p>This dog was deleted.</p>
        ) : (
          <>
            {currentDog.hidden ? <CollarTag tone="collar">Hidden</CollarTag> : null}
            {isSame ? (
              <p>Not changed since.</p>
            ) : (
              <>
                <Facts
                  facts={dogFacts(currentDog).map(([name, value]) => {
                    const was = before.get(name)
                    const isMarked = then !== null && was !== value && (value !== '' || was !== '')
                    return [name, isMarked ? <mark key={name}>{value || 'empty'}</mark> : value]
                  })}
                />
                <DogPhotos dog={currentDog} />
              </>
            )}
          </>
        )}
      </Part>
      {evidence.earlierDogs.map(earlier => (
        <Part key={JSON.stringify(earlier)} title="At an earlier report">
          <Facts facts={dogFacts(earlier)} />
          <DogPhotos dog={earlier} />
        </Part>
      ))}
    </div>
  )
}

const DogPhotos = ({ dog }: { dog: Dog }) => (
  <Photos name={dog.name} photos={dog.photos.map(({ id, urlThumb }) => ({ id, url: urlThumb }))} />
)

const Photos = ({ name, photos }: { name: string; photos: { id: string; url: string; caption?: string }[] }) =>
  photos.length > 0 ? (
    <ul className={classes.photos}>
      {photos.map(({ id, url, caption }, index) => (
        <li key={id}>
          <Picture src={url} alt={`${index + 1} of ${isolate(name)}`} />
          {caption ? <span className="quiet text-tag block mt-4">{caption}</span> : null}
        </li>
      ))}
    </ul>
  ) : null
