import { type PlaydateMove, refusalOf, turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import {
  IconCalendarOff,
  IconCalendarPlus,
  IconCalendarTime,
  IconMessage2,
  IconMessageCircle,
  IconRepeat,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { MenuAction } from '../../components/action-menu.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Answer, ChangeAnswer } from './answer.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { PhraseChoice, Phrases } from './phrases.tsx'
import { CreateDialog } from './plan/create-dialog.tsx'
import { fieldsOf } from './plan/playdate-form.ts'
import { SuggestDialog } from './plan/suggest-dialog.tsx'
import classes from './playdate-card.module.css'
import { PlaydateSignals } from './playdate-signals.tsx'

interface PlaydateMovesOptions {
  playdate: Playdate
  /** The acting dog, one of the two. Without one there is nothing to do. */
  dog: Dog | null
  otherDog: Dog
  /** The id of the element that describes the buttons, for screen readers. */
  about: string
  now: Date
  /** Called after a move. The focused button may have been removed. */
  onDone: () => void
}

interface PlaydateMoves {
  /** The two that are wanted most now; null if there are none. */
  buttons: ReactNode
  /** The rest. */
  menu: readonly MenuAction[]
  dialogs: ReactNode
}

/** The moves that the rules allow for a playdate now. */
export function usePlaydateMoves({ playdate, dog, otherDog, about, now, onDone }: PlaydateMovesOptions): PlaydateMoves {
  const [dialog, setDialog] = useState<'suggest' | 'cancel' | 'create' | null>(null)
  const [isSaying, setSaying] = useState(false)
  if (!dog) return { buttons: null, menu: [], dialogs: null }
  const close = () => setDialog(null)
  const may = (move: PlaydateMove) => refusalOf(playdate, dog.id, move, now) === null
  const turn = turnOf(playdate, dog.id)
  const isProposal = playdate.status === 'proposed'
  const isAgreed = playdate.status === 'accepted'
  const isOff = playdate.status === 'declined'
  // Checked with another title. The form requires an actual change.
  const maySuggest = may({ type: 'counter', terms: { notes: `${playdate.notes} ` } })
  const mayCancel = may({ type: 'cancel', reason: 'other' }) && !(isProposal && turn === 'ours')
  const mayOffer = playdate.cancelledAt !== null
  const mayArrive = isAgreed && may({ type: 'here' })
  const hasArrived = playdate.signals.some(({ dogId, kind }) => dogId === dog.id && kind === 'here')
  const maySay = isAgreed && may({ type: 'phrase', phrase: 'thank-you' })
  const isAnswered = turn === 'ours'
  const suggest =
    playdate.changes || (isProposal && turn === 'theirs') ? 'Suggest something else' : 'Suggest another time'
  const chat = `/bark-chat/${playdate.matchId}`
  const common = { playdate, otherDog, about, onDone }

  // The pair below the moves that only some playdates have.
  const hasPair = !isOff && !isAnswered && !(mayArrive && !hasArrived)
  const suggestsInPair = hasPair && maySuggest && !maySay && !playdate.changes

  const buttons = (
    <>
      {mayArrive ? <PlaydateSignals {...common} dog={dog} /> : null}
      {isProposal && isAnswered ? <Answer {...common} /> : null}
      {isAgreed && playdate.changes ? (
        <ChangeAnswer
          {...common}
          now={now}
          isOwn={!isAnswered}
          mayAccept={may({ type: 'answer-change', accept: true })}
        />
      ) : null}
      {hasPair ? (
        <div className={classes.pair}>
          {maySay ? <Phrases {...common} /> : null}
          <ButtonLink variant="default" to={chat} aria-describedby={about}>
            Open chat
          </ButtonLink>
          {suggestsInPair ? (
            <Button variant="default" aria-describedby={about} onClick={() => setDialog('suggest')}>
              {suggest}
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

  const only = (isThere: boolean, action: MenuAction) => (isThere ? [action] : [])
  const menu: MenuAction[] = [
    ...only(maySay && !hasPair, { label: 'Say where you are', Icon: IconMessage2, onChoose: () => setSaying(true) }),
    ...only(mayOffer, { label: 'Offer another day', Icon: IconRepeat, onChoose: () => setDialog('create') }),
    ...only(!hasPair, { label: 'Open chat', Icon: IconMessageCircle, to: chat }),
    ...only(maySuggest && !suggestsInPair, {
      label: suggest,
      Icon: IconCalendarTime,
      onChoose: () => setDialog('suggest'),
    }),
    ...only(isAgreed, {
      label: 'Add to calendar',
      Icon: IconCalendarPlus,
      to: `/api/playdates/${playdate.id}/ics`,
      isDownload: true,
    }),
    ...only(mayCancel, {
      label: isProposal ? 'Withdraw' : 'Cancel playdate',
      Icon: IconCalendarOff,
      onChoose: () => setDialog('cancel'),
    }),
  ]

  const dialogs = (
    <>
      <SuggestDialog playdate={playdate} otherDog={otherDog} opened={dialog === 'suggest'} onClose={close} />
      <CancelDialog
        playdate={playdate}
        otherDog={otherDog}
        opened={dialog === 'cancel'}
        onClose={close}
        onCancelled={() => {
          close()
          onDone()
        }}
      />
      {mayOffer ? (
        <CreateDialog
          match={{ id: playdate.matchId, otherDog }}
          start={{ ...fieldsOf(playdate, dog.name, otherDog.name), date: null }}
          opened={dialog === 'create'}
          onClose={close}
        />
      ) : null}
    </>
  )
  return { buttons: isOff ? null : buttons, menu, dialogs }
}
