import { type PlaydateMove, refusalOf, turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { lazyDialog } from '../../../components/lazy-with-retry.tsx'
import { Answer, ChangeAnswer } from '../answer.tsx'
import { Phrases } from '../phrases.tsx'
import { fieldsOf } from '../plan/playdate-form.ts'
import classes from './plan-card.module.css'

// Downloaded when they are first asked for: most chats open without.
const SuggestDialog = lazyDialog(() => import('../plan/suggest-dialog.tsx').then(module => module.SuggestDialog))
const CancelDialog = lazyDialog(() => import('../cancel-dialog.tsx').then(module => module.CancelDialog))
const CreateDialog = lazyDialog(() => import('../plan/create-dialog.tsx').then(module => module.CreateDialog))

export interface PlanProps {
  playdate: Playdate
  /** The acting dog, and the other of the match. */
  dog: Dog
  otherDog: Dog
}

interface PlanMovesProps extends PlanProps {
  /** The id of the element that describes the buttons. */
  heading: string
  now: Date
  /** Called after a move. The focused button may have been removed. */
  onDone: () => void
}

/** What the rules allow for a playdate now. Late and here stand above the field, where the thumb is: see PlanStrip. */
export function PlanMoves({ playdate, dog, otherDog, heading, now, onDone }: PlanMovesProps) {
  // Null until the first is opened.
  const [dialog, setDialog] = useState<'suggest' | 'cancel' | 'create' | 'none' | null>(null)
  const close = () => setDialog('none')
  const may = (move: PlaydateMove) => refusalOf(playdate, dog.id, move, now) === null
  const turn = turnOf(playdate, dog.id)
  const isProposal = playdate.status === 'proposed'
  const isAgreed = playdate.status === 'accepted'
  const canOffer = playdate.cancelledAt !== null && playdate.cancelledByDogId !== null
  // Checked with another title. The form requires an actual change.
  const maySuggest = may({ type: 'counter', terms: { notes: `${playdate.notes} ` } })
  const mayCancel = may({ type: 'cancel', reason: 'other' }) && !(isProposal && turn === 'ours')
  const saysHere = may({ type: 'here' })
  const saysPhrases = isAgreed && !saysHere && may({ type: 'phrase', phrase: 'thank-you' })
  const common = { playdate, otherDog, about: heading, onDone }
  const small = { variant: 'subtle', size: 'sm', 'aria-describedby': heading } as const
  return (
    <>
      {saysPhrases ? <Phrases {...common} /> : null}
      {isProposal && turn === 'ours' && maySuggest ? <Answer {...common} /> : null}
      {isAgreed && playdate.changes ? (
        <ChangeAnswer
          {...common}
          now={now}
          isOwn={turn === 'theirs'}
          mayAccept={may({ type: 'answer-change', accept: true })}
        />
      ) : null}
      {maySuggest || mayCancel || canOffer ? (
        <div className={classes.more}>
          {maySuggest ? (
            <Button {...small} onClick={() => setDialog('suggest')}>
              {playdate.changes || (isProposal && turn === 'theirs')
                ? 'Suggest something else'
                : 'Suggest another time'}
            </Button>
          ) : null}
          {mayCancel ? (
            <Button {...small} color="collar" onClick={() => setDialog('cancel')}>
              {isProposal ? 'Withdraw' : 'Cancel playdate'}
            </Button>
          ) : null}
          {canOffer ? (
            <Button {...small} onClick={() => setDialog('create')}>
              Offer another day
            </Button>
          ) : null}
        </div>
      ) : null}
      {dialog !== null && maySuggest ? (
        <SuggestDialog playdate={playdate} otherDog={otherDog} opened={dialog === 'suggest'} onClose={close} />
      ) : null}
      {dialog !== null && mayCancel ? (
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
      ) : null}
      {dialog !== null && canOffer ? (
        <CreateDialog
          match={{ id: playdate.matchId, otherDog }}
          start={{ ...fieldsOf(playdate, dog.name, otherDog.name), date: null }}
          opened={dialog === 'create'}
          onClose={close}
        />
      ) : null}
    </>
  )
}
