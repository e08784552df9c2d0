import { IconPencil } from '@tabler/icons-react'
import { useActingDog, useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Page } from '../../components/page.tsx'
import { ShareButton } from '../../components/share/share-button.tsx'
import { VerificationBadges } from '../../components/verification-badges.tsx'
import { SCREENS } from '../../screens.ts'
import { LocationCard } from '../location/location-card.tsx'
import { DogColumns } from './dog-columns.tsx'
import { DogAbout, DogState, DogTags, DogTitle, GoodToKnow, LostLink } from './dog-facts.tsx'

const ChecksCard = lazyWithRetry(() => import('../verification/checks-card.tsx').then(module => module.ChecksCard))

export function Component() {
  const dog = useActingDog()
  const user = useUser()
  // The route requires a dog. It can be missing for a moment after it was deleted.
  if (!dog) return null
  return (
    <Page
      title={SCREENS.profile.title}
      actions={
        <>
          <ButtonLink to={`/dog/${dog.id}/edit`} state={{ from: '/profile' }} Icon={IconPencil}>
            Edit Profile
          </ButtonLink>
          {user?.isImpersonating ? null : <ShareButton dog={dog} />}
        </>
      }
    >
      <DogColumns dog={dog}>
        <DogTitle dog={dog} as="h2" />
        <DogState dog={dog} />
        <VerificationBadges dog={dog} />
        <DogTags dog={dog} />
        <DogAbout dog={dog} title="About" />
        <GoodToKnow dog={dog} />
        {user?.isImpersonating ? null : (
          <>
            <ChecksCard dog={dog} />
            <LostLink dog={dog} />
          </>
        )}
        <div className="stack-12">
          <LocationCard />
        </div>
      </DogColumns>
    </Page>
  )
}
