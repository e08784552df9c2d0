import { Button } from '../../components/button.tsx'
import classes from './account.module.css'

interface FormButtonsProps {
  label: string
  pendingLabel: string
  pending: boolean
  destructive?: boolean
  onCancel: () => void
}

/** The buttons of a dialog's form. The submit button keeps the focus while sending. */
export const FormButtons = ({ label, pendingLabel, pending, destructive, onCancel }: FormButtonsProps) => (
  <div className={classes.buttons}>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" color={destructive ? 'collar' : 'grass'} aria-disabled={pending}>
      {pending ? pendingLabel : label}
    </Button>
  </div>
)
