import { isolate } from '@barkyard/domain/isolate'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import { IconChevronRight, IconMapPin, IconPencil } from '@tabler/icons-react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { useActingDog, useMay, useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Spinner } from '../../components/loading.tsx'
import { BackLink } from '../../components/page.tsx'
import { ShareButton } from '../../components/share/share-button.tsx'
import { VerificationBadges } from '../../components/verification-badges.tsx'
import { distanceText, reasonsIn, useUnits } from '../../lib/distance.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { OtherDogMenu } from '../../other-dog-menu.tsx'
import { BarkButton } from '../matches/bark-button.tsx'
import { isNotADog, useMyDogs, useWatchedDog } from './data.ts'
import { DogColumns, DogNotFound } from './dog-columns.tsx'
import { Compatibility, DogAbout, DogState, DogTags, DogTitle, GoodToKnow, LostLink } from './dog-facts.tsx'
import classes from './dog-page.module.css'

/** The next dogs in the list from which the page was opened. The history state may be old or from another page. */
function followingIn(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('following' in state)) return []
  const { following } = state
  return Array.isArray(following) ? following.filter(id => typeof id === 'string') : []
}

function NextDog() {
  const { state } = useLocation()
  const [next, ...following] = followingIn(state)
  if (!next) return null
  return (
    <Link to={`/dog/${next}`} state={{ following }} className="bold tap" style={{ textDecoration: 'none' }}>
      Next dog
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  )
}

/** Downloaded only by moderators and admins. */
const AdminActions = lazyWithRetry(async () => {
  const [{ DogActions }, { DogEditor }] = await Promise.all([
    import('../admin/dogs/dog-actions.tsx'),
    import('./edit/dog-form.tsx'),
  ])
  return ({ dog }: { dog: Dog }) => <DogActions dog={dog} Editor={DogEditor} />
})

/** Downloaded after the page, with the owner's dogs that do not act. */
const ChecksCard = lazyWithRetry(() => import('../verification/checks-card.tsx').then(module => module.ChecksCard))

function DogProfile({ dog }: { dog: SniffDog }) {
  const heading = usePageTitle(dog.name)
  const acting = useActingDog()
  const user = useUser()
  const units = useUnits()
  const [isAdmin, isModerator] = [useMay('dogs'), useMay('hiding')]
  const mine = useMyDogs().data
  const isOwn = mine?.some(({ id }) => id === dog.id) ?? false
  const isActing = acting?.id === dog.id
  // What only its owner needs is on My Profile, if the dog has one: this is its page as others see it.
  const isManaged = isOwn && !isActing && !user?.isImpersonating
  const action =
    isActing || isOwn ? (
      <div className="line-12">
        <ButtonLink to={`/dog/${dog.id}/edit`} size="lg" fullWidth Icon={IconPencil}>
          Edit
        </ButtonLink>
        {isActing ? (
          <ButtonLink to="/profile" variant="default" size="lg" fullWidth>
            My Profile
          </ButtonLink>
        ) : null}
      </div>
    ) : acting ? (
      <BarkButton dog={dog} />
    ) : null
  return (
    <article className={`page-width ${classes.page}`}>
      <div className={classes.back}>
        <BackLink to="/sniff" label="Back to sniffing" />
        <NextDog />
        {mine && !isOwn ? <OtherDogMenu dog={dog} leaveTo="/sniff" canSkip /> : null}
      </div>
      <DogColumns
        dog={dog}
        action={action}
        after={
          <>
            {isOwn && acting && !isActing ? <BarkButton dog={dog} /> : null}
            {isManaged ? <ShareButton dog={dog} /> : null}
            {isOwn && !user?.isImpersonating ? <LostLink dog={dog} /> : null}
            {isManaged ? <ChecksCard dog={dog} /> : null}
            {isModerator && !dog.ofStaff && (isAdmin || !isOwn) ? <AdminActions dog={dog} /> : null}
          </>
        }
      >
        {isActing ? (
          <p className="quiet">
            This is how others see <bdi>{dog.name}</bdi>.
          </p>
        ) : null}
        <div className="stack-8">
          <DogTitle dog={dog} headingRef={heading} />
          {dog.distance !== null ? (
            <p className="line-8 medium quiet">
              <IconMapPin size={20} aria-hidden="true" />
              {distanceText(dog.distance, units)} away
            </p>
          ) : null}
          {mine && !isOwn && dog.activeLately ? <p className="medium quiet">Active this week</p> : null}
        </div>
        <DogState dog={dog} />
        <VerificationBadges dog={dog} />
        <DogTags dog={dog} />
        {dog.compatibility && acting ? (
          <Compatibility
            compatibility={{
              ...dog.compatibility,
              reasons: reasonsIn(dog.compatibility.reasons, dog.distance, units),
            }}
            own={acting.name}
            other={dog.name}
          />
        ) : null}
        <DogAbout dog={dog} title={`About ${isolate(dog.name)}`} />
        <GoodToKnow dog={dog} />
      </DogColumns>
    </article>
  )
}

export function Component() {
  const { id = '' } = useParams()
  const dog = useWatchedDog(id)
  // Check this first: a dog that was deleted while it was shown still has its old data.
  if (isNotADog(dog.error)) return <DogNotFound />
  if (!dog.data) return <Spinner />
  return <DogProfile key={id} dog={dog.data} />
}
