import { isolate } from '@barkyard/domain/isolate'
import { hasBegun } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { Glance } from '../../components/glance.tsx'
import { useNow } from '../../lib/use-now.ts'
import type { UpcomingPlaydate } from './data.ts'
import classes from './meeting.module.css'
import { PlaydateSignals } from './playdate-signals.tsx'
import { hashOf } from './show-plan.ts'
import { nearWords, signalWords } from './words.ts'

/** One line about the playdate that is about to begin or goes on, with its buttons: "In 20 minutes: Dolores Park". */
export function Meeting({ playdate, otherDog, dog }: UpcomingPlaydate & { dog: Dog }) {
  const now = useNow()
  const when = new Date(playdate.whenTs)
  return (
    <div className={classes.meeting}>
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
