import { CANCEL_REASONS, type CancelReason } from '@barkyard/domain/playdate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { useState } from 'react'
import { useActingDog } from '../../auth.ts'
import { Check } from '../../components/check.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { useCancelPlaydate } from './moves.ts'
import { inFull, REASONS } from './words.ts'

interface CancelDialogProps {
  playdate: Playdate
  otherDog: Dog
  opened: boolean
  onClose: () => void
  onCancelled: () => void
}

/** Cancels a playdate for one of four reasons. There is no free text, because it would be a second chat. */
export const CancelDialog = mountedWhenOpened((props: CancelDialogProps) => {
  const { playdate, otherDog, opened, onClose, onCancelled } = props
  const actingDog = useActingDog()
  const [reason, setReason] = useState<CancelReason | null>(null)
  const cancel = useCancelPlaydate(onCancelled)
  const isProposal = playdate.status === 'proposed'
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      pending={cancel.isPending}
      title={isProposal ? 'Withdraw this proposal?' : 'Cancel this playdate?'}
    >
      <form
        className="stack-24"
        onSubmit={event => {
          event.preventDefault()
          if (reason) cancel.mutate({ id: playdate.id, reason, revision: playdate.revision })
        }}
      >
        <p className="bold breakable">{inFull(playdate, actingDog?.name, otherDog.name, new Date())}</p>
        <fieldset className="stack-4">
          <legend className="quiet breakable">
            Why? <bdi>{otherDog.name}</bdi>'s owner will see the reason.
          </legend>
          {CANCEL_REASONS.map(one => (
            <Check key={one} type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)}>
              {REASONS[one].choice}
            </Check>
          ))}
        </fieldset>
        <FormButtons
          label={isProposal ? 'Withdraw' : 'Cancel playdate'}
          pendingLabel="Cancelling..."
          pending={cancel.isPending}
          disabled={reason === null}
          destructive
          cancelLabel="Keep it"
          stays
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
})
