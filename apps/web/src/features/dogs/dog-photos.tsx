import type { Dog } from '@barkyard/domain/schemas/dog'
import { DogPhoto } from '../../components/dog-photo.tsx'
import classes from './dog-photos.module.css'

/** All photos of a dog, the first one larger; without any, its initial. Made for DogColumns. */
export function DogPhotos({ dog }: { dog: Dog }) {
  const [first, ...others] = dog.photos
  return (
    <div className={classes.photos}>
      <DogPhoto
        dog={dog}
        photo={first}
        name={dog.name}
        priority
        sizes="(max-width: 48em) 92vw, 560px"
        className={classes.first}
        alt={first ? `Photo of ${dog.name}` : `${dog.name} has no photo yet`}
      />
      {others.length > 0 ? (
        <ul className={classes.others} aria-label={`More photos of ${dog.name}`} data-count={others.length}>
          {others.map((photo, index) => (
            <li key={photo.id}>
              <DogPhoto
                photo={photo}
                name={dog.name}
                className={classes.photo}
                sizes="(max-width: 48em) 46vw, 270px"
                alt={`Photo ${index + 2} of ${dog.name}`}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
