import { isolate } from '@barkyard/domain/isolate'
import { useDidUpdate } from '@mantine/hooks'
import { IconMessageCircle, IconPaw, IconPlus, IconShield, IconUsers } from '@tabler/icons-react'
import { Fragment, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useActingDog, useMay, useUser } from '../../../auth.ts'
import { ButtonLink } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { Section } from '../../../components/section.tsx'
import { SCREENS } from '../../../screens.ts'
import { useActivateDog, useMyDogs, useUnreadOf } from '../data.ts'
import { isUntold } from '../dog-facts.tsx'
import { DogCard } from './dog-card.tsx'
import { DogCardSkeletons, subtitleFor } from './dog-card-skeletons.tsx'
import classes from './my-dogs.module.css'

/** The id of the dog that the wizard has just made. The history state may be old or from another page. */
const madeIn = (state: unknown) => (typeof state === 'object' && state !== null && 'made' in state ? state.made : null)

function Actions({ withDog }: { withDog: boolean }) {
  const [isAdmin, isModerator] = [useMay('users'), useMay('reports')]
  if (!withDog && !isModerator) return null
  return (
    <>
      {withDog ? (
        <>
          <ButtonLink to="/sniff" Icon={IconPaw}>
            Sniff Dogs
          </ButtonLink>
          <ButtonLink to="/barks" variant="default" Icon={IconMessageCircle}>
            Barks
          </ButtonLink>
        </>
      ) : null}
      {isAdmin ? (
        <ButtonLink to="/admin/users" variant="default" Icon={IconUsers}>
          Manage Users
        </ButtonLink>
      ) : isModerator ? (
        <ButtonLink to="/admin/reports" variant="default" Icon={IconShield}>
          Reports
        </ButtonLink>
      ) : null}
    </>
  )
}

export function Component() {
  const active = useActingDog()
  const isImpersonating = useUser()?.isImpersonating ?? false
  const dogs = useMyDogs()
  const newId = madeIn(useLocation().state)
  const made = dogs.data?.find(({ id }) => id === newId)
  // The new dog is first, and large.
  const all = dogs.data?.toSorted((a, b) => Number(b === made) - Number(a === made)) ?? []
  const unreadOf = useUnreadOf()
  const activate = useActivateDog('/doghouse')
  const meet = useActivateDog('/sniff')
  const add = useRef<HTMLAnchorElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  // The deleted dog's card takes the focus with it. The way on gets it, which is rendered only after the deletion.
  const [deletions, setDeletions] = useState(0)
  useDidUpdate(() => (next.current ?? add.current)?.focus(), [deletions])
  // Set until the next page has opened, so that no second dog can be chosen meanwhile.
  const chosen = [activate, meet].find(one => one.isPending || one.isSuccess)?.variables?.dogId

  return (
    <Page
      title={SCREENS.myDogs.title}
      subtitle={subtitleFor(active)}
      isLow={made !== undefined}
      actions={made ? undefined : <Actions withDog={active !== null} />}
    >
      {!dogs.data ? (
        <DogCardSkeletons />
      ) : dogs.data.length === 0 ? (
        <EmptyState
          title="No dogs yet!"
          text="Tell us about yours, and meet the others."
          action={
            <ButtonLink to="/onboarding" Icon={IconPlus}>
              Add Your First Dog
            </ButtonLink>
          }
        />
      ) : (
        <ul className={classes.grid}>
          {all.map((dog, index) => (
            <Fragment key={dog.id}>
              <DogCard
                dog={dog}
                isLarge={dog === made}
                isActive={dog.id === active?.id}
                unread={unreadOf(dog.id)}
                isChosen={dog.id === chosen}
                priority={index < 4}
                onChoose={() => chosen || activate.mutate({ dogId: dog.id })}
                onDeleted={() => setDeletions(count => count + 1)}
              />
              {index === 0 && (made || !active) ? (
                <li className={made ? classes.wide : undefined}>
                  <button
                    ref={next}
                    type="button"
                    className={`breakable display full ${made ? 'text-lead' : 'text-name'} ${classes.big} ${classes.meet}`}
                    data-low={made ? true : undefined}
                    aria-busy={meet.isPending}
                    onClick={() => chosen || meet.mutate({ dogId: dog.id })}
                  >
                    <IconPaw size={made ? 24 : 48} aria-hidden="true" />
                    <span>
                      Meet the dogs near <bdi>{dog.name}</bdi>
                    </span>
                  </button>
                </li>
              ) : null}
              {dog === made && isUntold(dog) ? (
                <li className={classes.wide}>
                  <ButtonLink
                    to={`/dog/${dog.id}/edit#good-to-know`}
                    state={{ from: '/my-dogs' }}
                    variant="subtle"
                    fullWidth
                  >
                    Neutered? Careful with anyone? Tell others
                  </ButtonLink>
                </li>
              ) : null}
            </Fragment>
          ))}
          <li>
            <Link
              ref={add}
              to="/onboarding"
              className={`breakable display full plain-link text-lead ${classes.big} ${classes.add}`}
            >
              <span className="disc on-ball" style={{ width: 56, height: 56 }}>
                <IconPlus size={28} aria-hidden="true" />
              </span>
              Add Dog
            </Link>
          </li>
        </ul>
      )}
      {all.length > 0 && !isImpersonating ? (
        <Section title="Is a dog lost?" look="text-lead" className="stack-12 mt-24">
          <div className="row-8">
            {all.map(({ id, name }) => (
              <ButtonLink key={id} to={`/dog/${id}/lost`} variant="default">
                {all.length === 1 ? 'My dog is lost' : `My dog is lost: ${isolate(name)}`}
              </ButtonLink>
            ))}
          </div>
        </Section>
      ) : null}
    </Page>
  )
}
