import { Dialog, type DialogProps } from './dialog.tsx'
import { FormButtons, type FormButtonsProps } from './form-buttons.tsx'
import { mountedWhenOpened } from './mounted-when-opened.tsx'

interface ConfirmDialogProps
  extends Pick<FormButtonsProps, 'pending' | 'pendingLabel' | 'disabled' | 'destructive' | 'cancelLabel'>,
    Pick<DialogProps, 'opened' | 'onClose' | 'title' | 'keepsClicks' | 'children'> {
  onConfirm: () => void
  confirmLabel: string
}

/** Asks for confirmation. The first of its fields, or else Cancel, has the initial focus. It stays open while `pending`. */
export const ConfirmDialog = mountedWhenOpened((props: ConfirmDialogProps) => (
  <Dialog {...props} withCloseButton={false}>
    <form
      onSubmit={event => {
        event.preventDefault()
        // Not to a form that the dialog is a part of.
        event.stopPropagation()
        // While it fades out, its button can still be clicked.
        if (props.opened && !props.pending) props.onConfirm()
      }}
    >
      <div className="quiet" style={{ marginBottom: 24 }}>
        {props.children}
      </div>
      <FormButtons {...props} label={props.confirmLabel} stays onCancel={props.onClose} />
    </form>
  </Dialog>
))
