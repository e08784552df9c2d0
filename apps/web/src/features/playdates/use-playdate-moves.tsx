import {
  IconCalendarOff,
  IconCalendarPlus,
  IconCalendarTime,
  IconMessage2,
  IconMessageCircle,
  IconRepeat,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { MenuAction } from '../../components/action-menu.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import type { PlanProps } from './data.ts'
import classes from './playdate-card.module.css'
import { PhraseChoice, Phrases, PlaydateSignals } from './signals.tsx'
import { usePlanMoves } from './use-plan-moves.tsx'

/** The two buttons that are wanted most now, null if there are none; the rest of the moves as a menu; and their dialogs. */
export function usePlaydateMoves(options: PlanProps) {
  const [isSaying, setSaying] = useState(false)
  const { may, turn, isAgreed, common, answer, suggest, cancel, offer, dialogs } = usePlanMoves(options)
  const { playdate, dog, otherDog, about, onDone } = options
  const isOff = playdate.status === 'declined'
  const mayArrive = isAgreed && may({ type: 'here' })
  const hasArrived = playdate.signals.some(({ dogId, kind }) => dogId === dog.id && kind === 'here')
  const maySay = isAgreed && may({ type: 'phrase', phrase: 'thank-you' })
  const chat = `/bark-chat/${playdate.matchId}`

  // The pair below the moves that only some playdates have.
  const hasPair = !isOff && turn !== 'ours' && !(mayArrive && !hasArrived)
  const inPair = hasPair && !maySay && !playdate.changes ? suggest : null

  const buttons = (
    <>
      {mayArrive ? <PlaydateSignals {...common} dog={dog} /> : null}
      {answer}
      {hasPair ? (
        <div className={`stack-12 ${classes.pair}`}>
          {maySay ? <Phrases {...common} /> : null}
          <ButtonLink variant="default" to={chat} aria-describedby={about}>
            Open chat
          </ButtonLink>
          {inPair ? (
            <Button variant="default" aria-describedby={about} onClick={inPair.onChoose}>
              {inPair.label}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isSaying && maySay ? (
        <PhraseChoice
          playdate={playdate}
          otherDog={otherDog}
          onSaid={() => {
            setSaying(false)
            onDone()
          }}
        />
      ) : null}
    </>
  )

  const menu: MenuAction[] = [
    maySay && !hasPair && { label: 'Say where you are', Icon: IconMessage2, onChoose: () => setSaying(true) },
    offer && { ...offer, Icon: IconRepeat },
    !hasPair && { label: 'Open chat', Icon: IconMessageCircle, to: chat },
    suggest && !inPair && { ...suggest, Icon: IconCalendarTime },
    isAgreed && {
      label: 'Add to calendar',
      Icon: IconCalendarPlus,
      to: `/api/playdates/${playdate.id}/ics`,
      isOutside: true,
    },
    cancel && { ...cancel, Icon: IconCalendarOff },
  ].filter(move => move !== false && move !== null)
  return { buttons: isOff ? null : buttons, menu, dialogs }
}
