import { Button } from './button.tsx'

export interface FormButtonsProps {
  label: string
  pendingLabel?: string
  pending?: boolean
  disabled?: boolean
  destructive?: boolean
  /** Whether its dialog stays open until it is answered. */
  stays?: boolean
  cancelLabel?: string
  /** Whether a dialog begins at the submit button, having no fields. */
  isFirst?: boolean
  onCancel: () => void
}

/** The buttons of a dialog. The one that sends keeps the focus while sending. */
export const FormButtons = ({ pending = false, ...props }: FormButtonsProps) => (
  <div className="row-12 end">
    <Button variant="default" aria-disabled={props.stays && pending} onClick={props.onCancel}>
      {props.cancelLabel ?? 'Cancel'}
    </Button>
    <Button
      type="submit"
      color={props.destructive ? 'collar' : 'grass'}
      disabled={props.disabled ?? false}
      aria-disabled={pending}
      data-autofocus={props.isFirst || undefined}
    >
      {pending ? (props.pendingLabel ?? props.label) : props.label}
    </Button>
  </div>
)
