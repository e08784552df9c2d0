import { isolate } from '@barkyard/domain/isolate'
import type { Match } from '@barkyard/domain/schemas/match'
import { ButtonLink } from '../../components/button.tsx'
import { Glance } from '../../components/glance.tsx'
import { BarkBack } from './bark-back.tsx'

export const NewestBark = ({ match }: { match: Match }) => {
  const path = `/bark-chat/${match.id}`
  return (
    <Glance
      kicker="Newest bark"
      dog={match.otherDog}
      title={`${isolate(match.otherDog.name)}: ${match.lastMessage?.body ?? ''}`}
      to={path}
      actions={about =>
        match.barked ? (
          <ButtonLink variant={match.unreadCount > 0 ? 'filled' : 'default'} to={path} aria-describedby={about}>
            Answer
          </ButtonLink>
        ) : (
          <BarkBack match={match} about={about} />
        )
      }
    />
  )
}
