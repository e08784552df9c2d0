import { Button } from '../../components/button.tsx'

interface FormButtonsProps {
  label: string
  pendingLabel: string
  pending: boolean
  destructive?: boolean
  onCancel: () => void
}

/** The buttons of a dialog's form. The submit button keeps the focus while sending. */
export const FormButtons = ({ label, pendingLabel, pending, destructive, onCancel }: FormButtonsProps) => (
  <div className="row-12 end">
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" color={destructive ? 'collar' : 'grass'} aria-disabled={pending}>
      {pending ? pendingLabel : label}
    </Button>
  </div>
)
