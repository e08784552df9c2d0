import { CANCEL_REASONS, type CancelReason } from '@barkyard/domain/playdate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { useState } from 'react'
import { useActingDog } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './cancel-dialog.module.css'
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
  const start = useOneAtATime(cancel.mutate)
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
          if (reason) start({ id: playdate.id, reason, revision: playdate.revision })
        }}
      >
        <p className="bold breakable">{inFull(playdate, actingDog?.name, otherDog.name, new Date())}</p>
        <fieldset className={classes.reasons}>
          <legend>
            Why? <bdi>{otherDog.name}</bdi>'s owner will see the reason.
          </legend>
          {CANCEL_REASONS.map(one => (
            <label key={one} className={classes.choice}>
              <input type="radio" name="reason" value={one} checked={reason === one} onChange={() => setReason(one)} />
              {REASONS[one]}
            </label>
          ))}
        </fieldset>
        <div className="row-12 end">
          <Button variant="default" disabled={cancel.isPending} onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" color="collar" disabled={reason === null} aria-disabled={cancel.isPending}>
            {cancel.isPending ? 'Cancelling...' : isProposal ? 'Withdraw' : 'Cancel playdate'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
})
