import { isolate } from '@barkyard/domain/isolate'
import { hasBegun, turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { useActingDog } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Glance } from '../../components/glance.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useZoneNote } from '../../time-zone.ts'
import { Answer } from './answer.tsx'
import type { UpcomingPlaydate } from './data.ts'
import { hashOf } from './show-plan.ts'
import { PlaydateSignals } from './signals.tsx'
import { dayWords, nearWords, signalWords } from './words.ts'

/** The next playdate in a few words, with the buttons that are pressed most: an answer, else the chat. */
export function NextPlan({ playdate, otherDog }: UpcomingPlaydate) {
  const dog = useActingDog()
  const now = useNow()
  const zone = useZoneNote(playdate)
  if (!dog) return null
  const { id, status, matchId } = playdate
  const card = `/playdates${hashOf(id)}`
  const isOurs = turnOf(playdate, dog.id) === 'ours'
  const isChange = playdate.changes !== null && isOurs
  const isProposal = status === 'proposed'
  const name = isolate(otherDog.name)
  const line = isProposal
    ? isOurs
      ? `${name} is waiting for your answer`
      : `Waiting for ${name} to answer`
    : isChange
      ? `${name} suggests a change`
      : ''
  return (
    <Glance
      kicker="Next playdate"
      dog={otherDog}
      title={dayWords(playdate, now, zone)}
      to={card}
      lines={[`${playdate.parkName}, with ${name}`, line]}
      actions={about =>
        isProposal && isOurs ? (
          <Answer playdate={playdate} about={about} onDone={() => document.getElementById(about)?.focus()} />
        ) : (
          <ButtonLink variant="default" to={isChange ? card : `/bark-chat/${matchId}`} aria-describedby={about}>
            {isChange ? 'See it' : 'Open chat'}
          </ButtonLink>
        )
      }
    />
  )
}

/** One line about the playdate that is about to begin or goes on, with its buttons: "In 20 minutes: Dolores Park". */
export function Meeting({ playdate, otherDog, dog }: UpcomingPlaydate & { dog: Dog }) {
  const now = useNow()
  const when = new Date(playdate.whenTs)
  return (
    <div
      className="callout"
      style={{ marginBottom: 16, padding: '12px 16px', boxShadow: 'inset 0 0 0 2px var(--ball)' }}
    >
      <Glance
        kicker={`Playdate with ${isolate(otherDog.name)}`}
        dog={otherDog}
        title={`${hasBegun(playdate, now) ? 'Now' : (nearWords(when, now, playdate.timeZone) ?? 'Now')}: ${playdate.parkName}`}
        to={`/playdates${hashOf(playdate.id)}`}
        lines={signalWords(playdate.signals, dog.id, otherDog.name)}
        isPressing
        actions={about => (
          <PlaydateSignals
            playdate={playdate}
            dog={dog}
            otherDog={otherDog}
            about={about}
            onDone={() => document.getElementById(about)?.focus()}
          />
        )}
      />
    </div>
  )
}
