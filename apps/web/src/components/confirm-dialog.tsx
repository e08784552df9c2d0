import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { mountedWhenOpened } from './mounted-when-opened.tsx'

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** While true: the confirm button shows `pendingLabel`, and the dialog cannot be closed by accident. */
  pending?: boolean
  pendingLabel?: string
  /** Whether the action deletes something or cannot be undone. The confirm button is then red. */
  destructive?: boolean
}

/** Asks for confirmation of an action that cannot be undone. Cancel has the initial focus. */
export const ConfirmDialog = mountedWhenOpened((props: ConfirmDialogProps) => {
  const { opened, onClose, title, pending = false } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title} pending={pending} withCloseButton={false}>
      <div className="quiet">{props.children}</div>
      <div className="row-12 end mt-24">
        <Button variant="default" onClick={onClose} aria-disabled={pending} data-autofocus>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button color={props.destructive ? 'collar' : 'grass'} onClick={props.onConfirm} aria-disabled={pending}>
          {pending ? (props.pendingLabel ?? props.confirmLabel) : props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
})
