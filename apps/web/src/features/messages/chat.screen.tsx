import { isolate } from '@barkyard/domain/isolate'
import { BARK_BODY } from '@barkyard/domain/message'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { useActingDog, useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { reasonsIn, useUnits } from '../../lib/distance.ts'
import { usePainted } from '../../lib/first-rows.ts'
import { capital } from '../../lib/words.ts'
import { OtherDogMenu } from '../../other-dog-menu.tsx'
import { trpc } from '../../trpc.ts'
import { PlanStrip } from '../playdates/chat/plan-strip.tsx'
import { insertKeyOf, usePlanInserts } from '../playdates/chat/use-plan-inserts.tsx'
import { useChatPlaydates } from '../playdates/data.ts'
import { planIn, useShowPlan } from '../playdates/show-plan.ts'
import classes from './chat.module.css'
import { ChatHeader, ChatSkeleton } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import type { ConversationState } from './conversation/conversation.ts'
import { useConversation, useMatch } from './data.ts'
import { MessageList } from './message-list.tsx'

/** A hidden part of at least this height is a keyboard, not a bar of the browser. */
const KEYBOARD_MIN = 150

/** Sets variables for what a phone's keyboard leaves visible: browsers ignore the keyboard in their layout. */
function useVisibleArea() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const root = document.documentElement
    const measure = () => {
      // Zooming in also makes the visible part smaller, which must not count.
      const isCovered = view.scale < 1.05 && window.innerHeight - view.height > KEYBOARD_MIN
      root.toggleAttribute('data-keyboard', isCovered)
      // Without a keyboard none is set: whatever is set here computes the styles of the whole page anew.
      root.style.setProperty('--visible-height', isCovered ? `${view.height}px` : '')
      root.style.setProperty('--visible-top', isCovered ? `${view.offsetTop}px` : '')
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      root.removeAttribute('data-keyboard')
      for (const name of ['--visible-height', '--visible-top']) root.style.removeProperty(name)
    }
  }, [])
}

const NotFound = () => (
  <Page title="Match not found" width="narrow">
    <EmptyState
      mood="nose-up"
      text="It was deleted, or it belongs to another of your dogs."
      action={<ButtonLink to="/barks">Back to Barks</ButtonLink>}
    />
  </Page>
)

/** The part of the stream that the address shows: a playdate's. */
function useShown() {
  const { hash, key } = useLocation()
  const id = planIn(hash)
  return useMemo(() => (id ? { key: insertKeyOf(id), visit: key } : null), [id, key])
}

/** Up to this many messages the chat counts as new: a bark or two and their answers. */
const FEW = 3

const isNewChat = ({ phase, older, messages, outgoing }: ConversationState) =>
  phase === 'ready' && older === 'none' && messages.length + outgoing.length <= FEW

function NewChat({ match, isMutual }: { match: Match; isMutual: boolean }) {
  const acting = useActingDog()
  const { otherDog } = match
  const seen = trpc.dogs.get.useQuery({ id: otherDog.id }, { throwOnError: false })
  const reasons = reasonsIn(seen.data?.compatibility?.reasons ?? [], seen.data?.distance ?? null, useUnits())
  if (!acting) return null
  return (
    <section
      className={`card line no-shrink ${classes.fit}`}
      aria-label={`${isolate(acting.name)} and ${isolate(otherDog.name)}`}
    >
      <span className={`line no-shrink ${classes.pair}`} aria-hidden="true">
        <DogAvatar dog={acting} size={44} />
        <DogAvatar dog={otherDog} size={44} />
      </span>
      <div className="breakable">
        <p className="display">
          {isMutual ? (
            "It's a Match!"
          ) : (
            <>
              <bdi>{acting.name}</bdi> and <bdi>{otherDog.name}</bdi>
            </>
          )}
        </p>
        {isMutual ? (
          <p className="quiet text-small">
            <bdi>{acting.name}</bdi> and <bdi>{otherDog.name}</bdi> have matched.
          </p>
        ) : null}
        {reasons.length > 0 ? <p className="quiet text-small">{capital(reasons.join(', '))}</p> : null}
      </div>
    </section>
  )
}

/** Downloaded after the first message. */
const Offer = lazyWithRetry(() => import('../notifications/offer.tsx').then(module => module.Offer))

/** Whether the first words of a dog were sent on this page. Barks are none. */
const hasJustBegun = ({ older, messages, sentAs }: ConversationState, dogId: string) =>
  older === 'none' &&
  sentAs.size > 0 &&
  messages.every(({ id, senderDogId, body }) => senderDogId !== dogId || body === BARK_BODY || sentAs.has(id))

function Conversation({ match, userId, dog }: { match: Match; userId: string; dog: Dog }) {
  const dogId = dog.id
  const { conversation, state, latest } = useConversation({ match, userId, dogId })
  const { otherDog } = match
  const { name } = otherDog
  const playdates = useChatPlaydates(match.id)
  const inserts = usePlanInserts(playdates, dog, otherDog)
  useShowPlan([{ plans: playdates }])
  const bothSpoke = new Set(state.messages.map(({ senderDogId }) => senderDogId)).size > 1
  const oldest = state.older === 'none' ? '' : (state.messages[0]?.createdAt ?? '')
  return (
    <>
      {/* Two who plan need no introduction, and its room is their plan's. */}
      {isNewChat(state) && !playdates?.length ? <NewChat match={match} isMutual={bothSpoke} /> : null}
      <MessageList
        state={state}
        conversation={conversation}
        dogId={dogId}
        otherName={name}
        inserts={inserts}
        shown={useShown()}
      />
      {/* The list alone gives way to it. What is below stays where it is. */}
      <div style={{ flex: 'none', paddingInline: 'var(--gutter)' }}>
        {hasJustBegun(state, dogId) ? <Offer /> : null}
      </div>
      <PlanStrip match={match} dog={dog} playdates={playdates} isInStream={at => at >= oldest} />
      <Composer
        isFirst={isNewChat(state)}
        conversation={conversation}
        connection={state.connection}
        isOtherTyping={state.isOtherTyping}
        otherName={name}
        chat={`${userId}:${dogId}:${match.id}`}
      />
      <div className="visually-hidden" role="log" aria-live="polite" aria-label="What arrives">
        {latest ? (
          <p key={latest.id}>
            New message from <bdi>{name}</bdi>
          </p>
        ) : null}
      </div>
    </>
  )
}

const Menu = ({ dog }: { dog: Dog }) => <OtherDogMenu dog={dog} leaveTo="/barks" />

function Chat({ matchId, userId, dog }: { matchId: string; userId: string; dog: Dog }) {
  useVisibleArea()
  const match = useMatch(matchId, dog.id)
  if (match === 'missing') return <NotFound />
  return (
    <div className={`column full relative ${classes.chat}`}>
      <ChatHeader dog={match?.otherDog ?? null} {...(match && { Menu })} />
      {match ? (
        <Conversation key={`${match.id} ${dog.id}`} match={match} userId={userId} dog={dog} />
      ) : (
        <>
          <ChatSkeleton />
          <div className={`no-shrink ${classes.stripSpace}`} />
          <div className={`no-shrink ${classes.composerSpace}`} />
        </>
      )}
    </div>
  )
}

/** Downloaded after the chat, by windows that have room for it. */
const BarksPane = lazyWithRetry(() => import('../../barks-pane.tsx').then(module => module.BarksPane), {
  waiting: <SkeletonRows />,
})

const WIDE = '(min-width: 62.5em)'

function Aside({ openMatchId }: { openMatchId: string }) {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const isPainted = usePainted()
  if (!isWide) return null
  return (
    <aside className={classes.aside} aria-labelledby="barks">
      <h2 id="barks" style={{ marginBottom: 12 }}>
        Barks
      </h2>
      {isPainted ? <BarksPane openMatchId={openMatchId} /> : <SkeletonRows />}
    </aside>
  )
}

/** The chat of a match. Shows "Match not found" without an id or for a match of another dog. */
export function Component() {
  const { id: matchId } = useParams()
  const user = useUser()
  const dog = useActingDog()
  if (!matchId || !user || !dog) return <NotFound />
  return (
    <div className={`full ${classes.both}`}>
      <Aside openMatchId={matchId} />
      <Chat key={matchId} matchId={matchId} userId={user.id} dog={dog} />
    </div>
  )
}
