import { ageLabel } from '@barkyard/domain/dog'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { Link } from 'react-router-dom'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { capital } from '../../lib/words.ts'
import classes from './doghouse.module.css'

/** The active dog. */
export const ProfileCard = ({ dog }: { dog: Dog }) => (
  <Link to={`/dog/${dog.id}`} className={classes.profile}>
    <DogPhoto
      dog={dog}
      photo={dog.photos[0]}
      name={dog.name}
      sizes="(max-width: 48em) calc(100vw - 32px), 440px"
      priority
      alt=""
      className={classes.photo}
    />
    <div className={classes.about}>
      <p className={classes.kicker}>My Profile</p>
      <h2 className={classes.name}>{dog.name}</h2>
      <p className="quiet breakable">{dog.breed}</p>
      <div className={classes.tags}>
        <CollarTag>{capital(dog.size)}</CollarTag>
        <CollarTag>{ageLabel(dog.ageYears)}</CollarTag>
        <CollarTag>{capital(dog.sex)}</CollarTag>
      </div>
    </div>
  </Link>
)
