import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useActingDog, useUser } from '../../auth.ts'
import { Page } from '../../components/page.tsx'
import { DogColumns } from './dog-columns.tsx'
import { DogAbout, DogTags, DogTitle } from './dog-facts.tsx'
import { EditLink } from './edit-link.tsx'
import classes from './profile.module.css'

/** The acting dog and its owner's place. */
export function Profile({ locationCard }: { locationCard: ReactNode }) {
  const dog = useActingDog()
  const user = useUser()
  // While impersonating this would be the admin's own place.
  const city = user?.isImpersonating ? null : user?.city
  // The route requires a dog. It can be missing for a moment after it was deleted.
  if (!dog) return null
  return (
    <Page title="My Profile" actions={<EditLink dog={dog} from="/profile" label="Edit Profile" />}>
      <DogColumns dog={dog}>
        <DogTitle dog={dog} as="h2" />
        <DogTags dog={dog} />
        <DogAbout dog={dog} title="About" />
        <div className={classes.place}>
          {city ? (
            <p className={classes.city}>
              <IconMapPin size={20} aria-hidden="true" />
              {city}
            </p>
          ) : null}
          {locationCard}
        </div>
      </DogColumns>
    </Page>
  )
}
