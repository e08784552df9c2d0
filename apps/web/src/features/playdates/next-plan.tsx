import { isolate } from '@barkyard/domain/isolate'
import { refusalOf, turnOf } from '@barkyard/domain/playdate-moves'
import { useActingDog } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Glance } from '../../components/glance.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Answer } from './answer.tsx'
import type { UpcomingPlaydate } from './data.ts'
import { PlaydateSignals } from './playdate-signals.tsx'
import { hashOf } from './show-plan.ts'
import { dayWords, signalWords } from './words.ts'

/** The address of a playdate's card. */
const cardOf = (id: string) => `/playdates${hashOf(id)}`

/** The next playdate in a few words, with the buttons that are pressed most: an answer, late and here, else the chat. */
export function NextPlan({ playdate, otherDog }: UpcomingPlaydate) {
  const dog = useActingDog()
  const now = useNow()
  if (!dog) return null
  const { id, status, matchId, signals } = playdate
  const turn = turnOf(playdate, dog.id)
  const isProposal = status === 'proposed'
  const isNear = !isProposal && refusalOf(playdate, dog.id, { type: 'here' }, now) === null
  const line = isProposal
    ? turn === 'ours'
      ? `${isolate(otherDog.name)} is waiting for your answer`
      : `Waiting for ${isolate(otherDog.name)} to answer`
    : playdate.changes && turn === 'ours'
      ? `${isolate(otherDog.name)} suggests a change`
      : signalWords(signals, dog.id, otherDog.name).join('. ')
  const isAnswered = isProposal && turn === 'ours'
  return (
    <Glance
      kicker="Next playdate"
      dog={otherDog}
      title={dayWords(playdate, now)}
      to={cardOf(id)}
      lines={[`${playdate.parkName}, with ${isolate(otherDog.name)}`, line]}
      isWide={isAnswered || isNear}
      actions={about => {
        const common = { playdate, otherDog, about, onDone: () => document.getElementById(about)?.focus() }
        if (isAnswered) return <Answer {...common} />
        if (isNear) return <PlaydateSignals {...common} dog={dog} />
        return (
          <ButtonLink
            variant="default"
            to={playdate.changes && turn === 'ours' ? cardOf(id) : `/bark-chat/${matchId}`}
            aria-describedby={about}
          >
            {playdate.changes && turn === 'ours' ? 'See it' : 'Open chat'}
          </ButtonLink>
        )
      }}
    />
  )
}
