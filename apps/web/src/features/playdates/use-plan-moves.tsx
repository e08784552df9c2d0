import { type PlaydateMove, refusalOf, turnOf } from '@barkyard/domain/playdate-moves'
import { useEffect, useState } from 'react'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { Answer, ChangeAnswer } from './answer.tsx'
import type { PlanProps } from './data.ts'
import { fieldsOf } from './plan/playdate-form.ts'

// Downloaded when they are first asked for: most pages with plans need none.
const SuggestDialog = lazyDialog(() => import('./plan/plan-dialogs.tsx').then(module => module.SuggestDialog))
const CancelDialog = lazyDialog(() => import('./plan/plan-dialogs.tsx').then(module => module.CancelDialog))
export const LazyCreateDialog = lazyDialog(() => import('./plan/plan-dialogs.tsx').then(module => module.CreateDialog))

/** The moves that the rules allow for a playdate now, wherever it is shown, and their dialogs. */
export function usePlanMoves({ playdate, dog, otherDog, about, now, onDone }: PlanProps) {
  // Null until the first is opened.
  const [dialog, setDialog] = useState<'suggest' | 'cancel' | 'create' | 'none' | null>(null)
  const close = () => setDialog('none')
  const both = { playdate, otherDog, onClose: close }
  const may = (move: PlaydateMove) => refusalOf(playdate, dog.id, move, now) === null
  const turn = turnOf(playdate, dog.id)
  const isProposal = playdate.status === 'proposed'
  const isAgreed = playdate.status === 'accepted'
  // Checked with another title. The form requires an actual change.
  const maySuggest = may({ type: 'counter', terms: { notes: `${playdate.notes} ` } })
  const mayCancel = may({ type: 'cancel', reason: 'other' }) && !(isProposal && turn === 'ours')
  const common = { playdate, otherDog, about, onDone }
  // What the other side did meanwhile stands on the card.
  const isOver = (dialog === 'suggest' && !maySuggest) || (dialog === 'cancel' && !mayCancel)
  useEffect(() => {
    if (!isOver) return
    setDialog('none')
    onDone()
  })
  const opens = (isAllowed: boolean, which: typeof dialog, label: string) =>
    isAllowed ? { label, onChoose: () => setDialog(which) } : null
  const isElse = playdate.changes !== null || (isProposal && turn === 'theirs')
  return {
    may,
    turn,
    isAgreed,
    common,
    answer:
      isProposal && turn === 'ours' && maySuggest ? (
        <Answer {...common} />
      ) : isAgreed && playdate.changes ? (
        <ChangeAnswer
          {...common}
          now={now}
          isOwn={turn === 'theirs'}
          mayAccept={may({ type: 'answer-change', accept: true })}
        />
      ) : null,
    suggest: opens(maySuggest, 'suggest', isElse ? 'Suggest something else' : 'Suggest another time'),
    cancel: opens(mayCancel, 'cancel', isProposal ? 'Withdraw' : 'Cancel playdate'),
    offer: opens(playdate.cancelledAt !== null, 'create', 'Offer another day'),
    dialogs: dialog && (
      <>
        <SuggestDialog {...both} opened={dialog === 'suggest'} />
        <CancelDialog
          {...both}
          opened={dialog === 'cancel'}
          onCancelled={() => {
            close()
            onDone()
          }}
        />
        <LazyCreateDialog
          match={{ id: playdate.matchId, otherDog }}
          start={{ ...fieldsOf(playdate, dog.name, otherDog.name), date: null }}
          opened={dialog === 'create'}
          onClose={close}
        />
      </>
    ),
  }
}
