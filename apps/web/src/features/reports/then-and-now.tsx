import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { CollarTag } from '../../components/collar-tag.tsx'
import { capital } from '../../lib/words.ts'
import classes from './case-view.module.css'

/** The facts of a dog, in the order of its page. */
const factsOf = (dog: Dog): [string, string][] => [
  ['Name', dog.name],
  ['Breed', dog.breed],
  ['About', [ageLabel(dog.ageYears), capital(dog.size), capital(dog.sex)].join(', ')],
  ['Temperament', dog.temperament.map(capital).join(', ')],
  ['Bio', dog.bio ?? ''],
]

const photosOf = (dog: Dog) => dog.photos.map(({ id }) => id).join()

/** The dog as reported beside the dog as it is now, with the differences marked. */
export function ThenAndNow({ report: { evidence, currentDog, dog } }: { report: AdminReportDetails }) {
  const then = evidence.dog
  const before = new Map(then ? factsOf(then) : [])
  const isSame =
    then !== null &&
    currentDog !== null &&
    photosOf(then) === photosOf(currentDog) &&
    factsOf(currentDog).every(([name, value]) => before.get(name) === value)
  if (isSame)
    return (
      <section className={classes.part} aria-label="As reported, not changed since">
        <h4 className={classes.heading}>As reported, not changed since</h4>
        {currentDog.hidden ? <CollarTag tone="collar">Hidden</CollarTag> : null}
        <div className={classes.columns}>
          <Facts facts={factsOf(currentDog)} />
          <KeptPhotos name={dog.name} photos={evidence.photos} />
        </div>
      </section>
    )
  return (
    <div className={classes.columns}>
      <section className={classes.part} aria-label="As reported">
        <h4 className={classes.heading}>As reported</h4>
        {then ? <Facts facts={factsOf(then)} /> : <p className="quiet text-small breakable">No longer kept.</p>}
        <KeptPhotos name={dog.name} photos={evidence.photos} />
      </section>
      <section className={classes.part} aria-label="The dog now">
        <h4 className={classes.heading}>The dog now</h4>
        {!currentDog ? (
          <p>This dog was deleted.</p>
        ) : (
          <>
            {currentDog.hidden ? <CollarTag tone="collar">Hidden</CollarTag> : null}
            <Facts facts={factsOf(currentDog)} before={then ? before : undefined} />
            <Photos
              name={currentDog.name}
              photos={currentDog.photos.map(({ id, urlThumb }) => ({ id, url: urlThumb }))}
            />
          </>
        )}
      </section>
    </div>
  )
}

/** @param props.before the earlier values: facts that differ from them are marked. */
const Facts = ({ facts, before }: { facts: [string, string][]; before?: Map<string, string> | undefined }) => (
  <dl className={classes.facts}>
    {facts.map(([name, value]) =>
      value || before?.get(name) ? (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{before && before.get(name) !== value ? <mark>{value || 'empty'}</mark> : value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)

interface ShownPhoto {
  id: string
  url: string
  /** Shown below the photo. */
  caption?: string
}

/** Each photo opens in full size in a new tab. */
const Photos = ({ name, photos }: { name: string; photos: ShownPhoto[] }) =>
  photos.length > 0 ? (
    <ul className={classes.photos}>
      {photos.map(({ id, url, caption }, index) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={`${index + 1} of ${isolate(name)}, opens in a new tab`} loading="lazy" />
          </a>
          {caption ? <span className={classes.caption}>{caption}</span> : null}
        </li>
      ))}
    </ul>
  ) : null

const KeptPhotos = ({ name, photos }: { name: string; photos: AdminReportDetails['evidence']['photos'] }) => (
  <Photos
    name={name}
    photos={photos.map(({ id, url, reported, removed }, index) => ({
      id,
      url,
      caption: [`Photo ${index + 1}`, reported ? 'reported' : '', removed ? 'removed' : ''].filter(Boolean).join(', '),
    }))}
  />
)
