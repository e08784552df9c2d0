import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import type { User } from '@barkyard/domain/schemas/user'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Spinner } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { trpc } from '../../trpc.ts'
import { useOwnCase } from './data.ts'
import { keepDraft } from './draft.ts'
import classes from './lost.module.css'
import { OwnCase } from './own-case.tsx'
import { BigButton, BigLink } from './parts.tsx'
import { Steps } from './steps.tsx'
import { endWords } from './words.ts'

function Ended({ lost, onAgain }: { lost: OwnLost; onAgain: () => void }) {
  const name = isolate(lost.dog.name)
  return (
    <div className="stack-16">
      <p>
        {lost.outcome === 'died'
          ? `We are sorry. Everybody who was told knows that the search has ended, and no more.`
          : `Everybody who was told knows. Thank you for telling them.`}
      </p>
      <BigLink to={`/dog/${lost.dog.id}`}>To {name}’s page</BigLink>
      {lost.outcome === 'died' ? null : (
        <BigButton variant="default" onClick={onAgain}>
          {name} is lost again
        </BigButton>
      )}
    </div>
  )
}

function Search({ dog, user }: { dog: Dog; user: User }) {
  const mine = useOwnCase(dog.id)
  const [isAgain, setAgain] = useState(false)
  const name = isolate(dog.name)
  const isGoingOn = mine.data?.state === 'open' || mine.data?.state === 'waiting'
  useEffect(() => {
    // Also where the answer to it was lost: it must not be sent again once this search has ended.
    if (isGoingOn) keepDraft(user.id, dog.id, null)
  }, [isGoingOn, user.id, dog.id])
  return (
    <div className={classes.sheet}>
      <Page
        title={mine.data && !isGoingOn ? endWords(mine.data) : `${name} is lost`}
        back={{ to: `/dog/${dog.id}`, label: `Back to ${name}` }}
        width={isGoingOn ? 'split' : 'narrow'}
      >
        <Loaded query={mine} failed="We couldn't load this" rows={4}>
          {lost =>
            lost && isGoingOn ? (
              <OwnCase lost={lost} />
            ) : lost && !isAgain ? (
              <Ended lost={lost} onAgain={() => setAgain(true)} />
            ) : (
              <Steps dog={dog} user={user} />
            )
          }
        </Loaded>
      </Page>
    </div>
  )
}

/** The search for one's own dog (/dog/{id}/lost): three steps, then what happens. */
export function Component() {
  const { id = '' } = useParams()
  const user = useUser()
  const mine = trpc.dogs.mine.useQuery()
  const dog = mine.data?.find(one => one.id === id)
  if (!user || !mine.data) return <Spinner />
  if (!dog)
    return (
      <Page title="Not your dog" width="narrow">
        <EmptyState
          mood="nose-up"
          text="Only the owner can start a search. If you found a dog, look whether somebody searches for it."
          action={<ButtonLink to="/lost">Lost dogs nearby</ButtonLink>}
        />
      </Page>
    )
  return <Search key={id} dog={dog} user={user} />
}
