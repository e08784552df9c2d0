import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { FormButtons, type FormButtonsProps } from './form-buttons.tsx'
import { mountedWhenOpened } from './mounted-when-opened.tsx'

interface ConfirmDialogProps
  extends Pick<FormButtonsProps, 'pending' | 'pendingLabel' | 'destructive' | 'cancelLabel'> {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  confirmLabel: string
}

/** Asks for confirmation. Cancel, the first of its buttons, has the initial focus. It stays open while `pending`. */
export const ConfirmDialog = mountedWhenOpened((props: ConfirmDialogProps) => {
  const { opened, onClose, title, pending = false, children, confirmLabel, ...buttons } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title} pending={pending} withCloseButton={false}>
      <div className="quiet" style={{ marginBottom: 24 }}>
        {children}
      </div>
      <FormButtons {...buttons} label={confirmLabel} pending={pending} stays onCancel={onClose} />
    </Dialog>
  )
})
