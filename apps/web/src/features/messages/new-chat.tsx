import { isolate } from '@barkyard/domain/isolate'
import type { Match } from '@barkyard/domain/schemas/match'
import { useActingDog } from '../../auth.ts'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { reasonsIn, useUnits } from '../../lib/distance.ts'
import { capital } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import classes from './chat.module.css'
import type { ConversationState } from './conversation/conversation.ts'

/** Up to this many messages the chat counts as new: a bark or two and their answers. */
const FEW = 3

export const isNewChat = ({ phase, older, messages, outgoing }: ConversationState) =>
  phase === 'ready' && older === 'none' && messages.length + outgoing.length <= FEW

/** The two dogs of a new chat, and the reasons for their compatibility. */
export function NewChat({ match, isMutual }: { match: Match; isMutual: boolean }) {
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
      <div>
        <p className="display breakable">
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
