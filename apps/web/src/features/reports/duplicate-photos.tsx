import { isolate } from '@barkyard/domain/isolate'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { Link } from 'react-router-dom'
import classes from './case-view.module.css'

/** A photo that opens in full size in a new tab. */
const Picture = ({ src, alt }: { src: string; alt: string }) => (
  <a href={src} target="_blank" rel="noreferrer">
    <img src={src} alt={`${alt}, opens in a new tab`} />
  </a>
)

/** Photos of the dog beside the photos elsewhere that they equal. */
export function DuplicatePhotos({ report: { evidence, dog } }: { report: AdminReportDetails }) {
  if (evidence.twins.length === 0) return null
  return (
    <section className={classes.part} aria-label="The same photo elsewhere">
      <h4 className={classes.heading}>The same photo elsewhere</h4>
      <p className="quiet text-small breakable">Found when it was uploaded. Neither owner was told.</p>
      <ul className="stack-16">
        {evidence.twins.map(({ photoId, other }) => {
          const own = evidence.photos.find(({ id }) => id === photoId)
          const name = other.dogName || 'another dog'
          return (
            <li key={other.photoId} className={classes.duplicate}>
              <figure>
                {own ? <Picture src={own.url} alt={`Photo of ${isolate(dog.name)}`} /> : <p>No longer kept.</p>}
                <figcaption>
                  <bdi>{dog.name}</bdi>'s photo
                </figcaption>
              </figure>
              <figure>
                {other.url ? <Picture src={other.url} alt={`Photo of ${isolate(name)}`} /> : <p>No longer kept.</p>}
                <figcaption>
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
    </section>
  )
}
