import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import { useParams } from 'react-router-dom'
import { useActingDog, useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { OtherDogMenu } from '../../other-dog-menu.tsx'
import classes from './chat.module.css'
import { ChatHeader } from './chat-header.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'
import { Composer } from './composer.tsx'
import { useConversation, useMatch } from './data.ts'
import { MessageList } from './message-list.tsx'
import { isNewChat, NewChat } from './new-chat.tsx'
import { useVisibleArea } from './use-visible-area.ts'

const NotFound = () => (
  <Page title="Match not found" width="narrow">
    <EmptyState
      mood="nose-up"
      text="It was deleted, or it belongs to another of your dogs."
      action={<ButtonLink to="/barks">Back to Barks</ButtonLink>}
    />
  </Page>
)

function Conversation({ match, userId, dogId }: { match: Match; userId: string; dogId: string }) {
  const { conversation, state, latest } = useConversation({ match, userId, dogId })
  const { name } = match.otherDog
  return (
    <>
      {isNewChat(state) ? <NewChat match={match} /> : null}
      <MessageList state={state} conversation={conversation} dogId={dogId} otherName={name} />
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

function Chat({ matchId, userId, dogId }: { matchId: string; userId: string; dogId: string }) {
  useVisibleArea()
  const match = useMatch(matchId, dogId)
  if (match === 'missing') return <NotFound />
  return (
    <div className={classes.chat}>
      <ChatHeader dog={match?.otherDog ?? null} matchId={match?.id} Menu={Menu} />
      {match ? (
        <Conversation key={`${match.id} ${dogId}`} match={match} userId={userId} dogId={dogId} />
      ) : (
        <>
          <ChatSkeleton />
          <div className={classes.composerSpace} />
        </>
      )}
    </div>
  )
}

/** The chat of a match. Shows "Match not found" without an id or for a match of another dog. */
export function Component() {
  const { id: matchId } = useParams()
  const user = useUser()
  const dog = useActingDog()
  if (!matchId || !user || !dog) return <NotFound />
  return <Chat key={matchId} matchId={matchId} userId={user.id} dogId={dog.id} />
}
