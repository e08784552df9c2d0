import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { FormButtons, type FormButtonsProps } from './form-buttons.tsx'
import { mountedWhenOpened } from './mounted-when-opened.tsx'

interface ConfirmDialogProps
  extends Pick<FormButtonsProps, 'pending' | 'pendingLabel' | 'disabled' | 'destructive' | 'cancelLabel'> {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  /** A click outside does not close it, because something was typed into it. */
  keepsClicks?: boolean
}

/** Asks for confirmation. The first of its fields, or else Cancel, has the initial focus. It stays open while `pending`. */
export const ConfirmDialog = mountedWhenOpened((props: ConfirmDialogProps) => {
  const {
    opened,
    onClose,
    onConfirm,
    title,
    pending = false,
    children,
    confirmLabel,
    keepsClicks = false,
    ...buttons
  } = props
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      pending={pending}
      keepsClicks={keepsClicks}
      withCloseButton={false}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          // Not to a form that the dialog is a part of.
          event.stopPropagation()
          // While it fades out, its button can still be clicked.
          if (opened && !pending) onConfirm()
        }}
      >
        <div className="quiet" style={{ marginBottom: 24 }}>
          {children}
        </div>
        <FormButtons {...buttons} label={confirmLabel} pending={pending} stays onCancel={onClose} />
      </form>
    </Dialog>
  )
})
