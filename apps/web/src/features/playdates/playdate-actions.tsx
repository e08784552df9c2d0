import { type PlaydateMove, refusalOf, turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Answer, ChangeAnswer } from './answer.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { Phrases } from './phrases.tsx'
import { CreateDialog } from './plan/create-dialog.tsx'
import { fieldsOf } from './plan/playdate-form.ts'
import { SuggestDialog } from './plan/suggest-dialog.tsx'
import classes from './playdate-card.module.css'
import { PlaydateSignals } from './playdate-signals.tsx'

interface PlaydateActionsProps {
  playdate: Playdate
  /** The acting dog, one of the two. */
  dog: Dog
  otherDog: Dog
  /** The id of the element that describes the buttons, for screen readers. */
  about: string
  now: Date
  /** Called after a move. The focused button may have been removed. */
  onDone: () => void
}

/** The moves that the rules allow for a playdate now. */
export function PlaydateActions({ playdate, dog, otherDog, about, now, onDone }: PlaydateActionsProps) {
  const [dialog, setDialog] = useState<'suggest' | 'cancel' | 'create' | null>(null)
  const close = () => setDialog(null)
  const may = (move: PlaydateMove) => refusalOf(playdate, dog.id, move, now) === null
  const turn = turnOf(playdate, dog.id)
  // Checked with another title. The form requires an actual change.
  const maySuggest = may({ type: 'counter', terms: { notes: `${playdate.notes} ` } })
  const mayCancel = may({ type: 'cancel', reason: 'other' })
  const isProposal = playdate.status === 'proposed'
  const isAgreed = playdate.status === 'accepted'
  const common = { playdate, otherDog, about, onDone }

  return (
    <div className={classes.actions}>
      {isAgreed && may({ type: 'here' }) ? <PlaydateSignals {...common} dog={dog} /> : null}
      {isAgreed && may({ type: 'phrase', phrase: 'thank-you' }) ? <Phrases {...common} /> : null}
      {isProposal && turn === 'ours' ? <Answer {...common} /> : null}
      {isAgreed && playdate.changes ? (
        <ChangeAnswer
          {...common}
          now={now}
          isOwn={turn === 'theirs'}
          mayAccept={may({ type: 'answer-change', accept: true })}
        />
      ) : null}
      <div className={classes.more}>
        <ButtonLink variant="subtle" size="sm" to={`/bark-chat/${playdate.matchId}`} aria-describedby={about}>
          Open chat
        </ButtonLink>
        {maySuggest ? (
          <Button variant="subtle" size="sm" aria-describedby={about} onClick={() => setDialog('suggest')}>
            {playdate.changes || (isProposal && turn === 'theirs') ? 'Suggest something else' : 'Suggest another time'}
          </Button>
        ) : null}
        {isAgreed ? (
          <ButtonLink
            reloadDocument
            variant="subtle"
            size="sm"
            to={`/api/playdates/${playdate.id}/ics`}
            aria-describedby={about}
          >
            Add to calendar
          </ButtonLink>
        ) : null}
        {mayCancel && !(isProposal && turn === 'ours') ? (
          <Button
            variant="subtle"
            color="collar"
            size="sm"
            aria-describedby={about}
            onClick={() => setDialog('cancel')}
          >
            {isProposal ? 'Withdraw' : 'Cancel playdate'}
          </Button>
        ) : null}
        {playdate.cancelledAt !== null ? (
          <Button variant="default" size="sm" aria-describedby={about} onClick={() => setDialog('create')}>
            Offer another day
          </Button>
        ) : null}
      </div>
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
      {playdate.cancelledAt !== null ? (
        <CreateDialog
          match={{ id: playdate.matchId, otherDog }}
          start={{ ...fieldsOf(playdate, dog.name, otherDog.name), date: null }}
          opened={dialog === 'create'}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
