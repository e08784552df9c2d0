import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Facts } from '../../components/facts.tsx'
import { Picture } from '../../components/picture.tsx'
import { capital } from '../../lib/words.ts'
import classes from './case-view.module.css'
import { Part } from './part.tsx'

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
      <Part title="As reported, not changed since">
        {currentDog.hidden ? <CollarTag tone="collar">Hidden</CollarTag> : null}
        <div className={`stack-24 ${classes.columns}`}>
          <Facts facts={factsOf(currentDog)} />
          <KeptPhotos name={dog.name} photos={evidence.photos} />
        </div>
      </Part>
    )
  return (
    <div className={`stack-24 ${classes.columns}`}>
      <Part title="As reported">
        {then ? <Facts facts={factsOf(then)} /> : <p className="quiet text-small breakable">No longer kept.</p>}
        <KeptPhotos name={dog.name} photos={evidence.photos} />
      </Part>
      <Part title="The dog now">
        {!currentDog ? (
          <p>This dog was deleted.</p>
        ) : (
          <>
            {currentDog.hidden ? <CollarTag tone="collar">Hidden</CollarTag> : null}
            <Facts
              facts={factsOf(currentDog).map(([name, value]) => {
                const was = before.get(name)
                const isMarked = then !== null && was !== value && (value !== '' || was !== '')
                return [name, isMarked ? <mark key={name}>{value || 'empty'}</mark> : value]
              })}
            />
            <Photos
              name={currentDog.name}
              photos={currentDog.photos.map(({ id, urlThumb }) => ({ id, url: urlThumb }))}
            />
          </>
        )}
      </Part>
    </div>
  )
}

interface ShownPhoto {
  id: string
  url: string
  /** Shown below the photo. */
  caption?: string
}

const Photos = ({ name, photos }: { name: string; photos: ShownPhoto[] }) =>
  photos.length > 0 ? (
    <ul className={classes.photos}>
      {photos.map(({ id, url, caption }, index) => (
        <li key={id}>
          <Picture src={url} alt={`${index + 1} of ${isolate(name)}`} />
          {caption ? <span className={`quiet text-tag block ${classes.caption}`}>{caption}</span> : null}
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
