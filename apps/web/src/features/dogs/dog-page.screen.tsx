import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import { IconMapPin } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useParams } from 'react-router-dom'
import { useActingDog, useUser } from '../../auth.ts'
import { BackLink } from '../../components/back-link.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Spinner } from '../../components/loading.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { Compatibility } from './compatibility.tsx'
import { isNotADog, useMyDogs, useWatchedDog } from './data.ts'
import { DogColumns } from './dog-columns.tsx'
import { DogAbout, DogTags, DogTitle } from './dog-facts.tsx'
import { DogNotFound } from './dog-not-found.tsx'
import classes from './dog-page.module.css'
import { EditLink } from './edit-link.tsx'
import { NextDog } from './next-dog.tsx'

/** Parts that other features render for the dog. */
interface DogPageProps {
  BarkButton: ComponentType<{ dog: Dog }>
  AdminActions: ComponentType<{ dog: Dog }>
  Menu: ComponentType<{ dog: Dog }>
}

function DogProfile({ dog, BarkButton, AdminActions, Menu }: DogPageProps & { dog: SniffDog }) {
  const heading = usePageTitle(dog.name)
  const acting = useActingDog()
  const isAdmin = useUser()?.isAdmin ?? false
  const mine = useMyDogs().data
  const isOwn = mine?.some(({ id }) => id === dog.id) ?? false
  const action =
    acting?.id === dog.id ? (
      <ButtonLink to="/profile" variant="default" size="lg" fullWidth>
        My Profile
      </ButtonLink>
    ) : acting ? (
      <BarkButton dog={dog} />
    ) : null
  return (
    <article className={classes.page}>
      <div className={classes.back}>
        <BackLink to="/sniff" label="Back to sniffing" />
        <NextDog />
        {mine && !isOwn ? <Menu dog={dog} /> : null}
      </div>
      <DogColumns
        dog={dog}
        action={action}
        after={
          <>
            {isOwn ? <EditLink dog={dog} from={`/dog/${dog.id}`} label="Edit" /> : null}
            {isAdmin ? <AdminActions dog={dog} /> : null}
          </>
        }
      >
        <DogTitle dog={dog} headingRef={heading} />
        {dog.hidden ? <CollarTag tone="collar">Hidden by a moderator: nobody else can see {dog.name}</CollarTag> : null}
        {dog.distance !== null ? (
          <p className={classes.distance}>
            <IconMapPin size={20} aria-hidden="true" />
            {dog.distance} km away
          </p>
        ) : null}
        <DogTags dog={dog} />
        {dog.compatibility && acting ? (
          <Compatibility compatibility={dog.compatibility} own={acting.name} other={dog.name} />
        ) : null}
        <DogAbout dog={dog} title={`About ${dog.name}`} />
      </DogColumns>
    </article>
  )
}

/** A dog's page (/dog/{id}). */
export function DogPage(parts: DogPageProps) {
  const { id = '' } = useParams()
  const dog = useWatchedDog(id)
  // Check this first: a dog that was deleted while it was shown still has its old data.
  if (isNotADog(dog.error)) return <DogNotFound />
  if (!dog.data) return <Spinner />
  return <DogProfile key={id} dog={dog.data} {...parts} />
}
