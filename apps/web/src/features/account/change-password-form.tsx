import { changePasswordSchema } from '@barkyard/domain/schemas/account'
import { PASSWORD_MIN } from '@barkyard/domain/user'
import { schemaResolver, useForm } from '@mantine/form'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './account.module.css'
import { showRefusal, useChangePassword } from './data.ts'
import { FormButtons } from './form-buttons.tsx'
import { PasswordField, UsernameForManagers } from './password-field.tsx'
import { passwordHint } from './password-strength.ts'

interface ChangePasswordFormProps {
  email: string | null
  onClose: () => void
}

/** Read out while typing, so it exists from the start. Silent while the field shows its error. */
function StrengthHint({ password, silent }: { password: string; silent: boolean }) {
  const hint = passwordHint(password)
  return (
    <p className={classes.hint} data-level={hint?.level} aria-live="polite">
      {silent ? null : (hint?.text ?? `At least ${PASSWORD_MIN} characters`)}
    </p>
  )
}

/** Asks for the current and a new password. */
export function ChangePasswordForm({ email, onClose }: ChangePasswordFormProps) {
  const form = useForm({
    name: 'change-password',
    initialValues: { current: '', password: '' },
    validate: schemaResolver(changePasswordSchema, { sync: true }),
  })
  const change = useChangePassword(onClose, error =>
    showRefusal(form, error, { passwordField: 'current', fallback: 'Failed to change your password' }),
  )
  const start = useOneAtATime(change.mutate)
  const submit = form.onSubmit(
    values => start(values),
    errors => form.getInputNode(errors.current ? 'current' : 'password')?.focus(),
  )
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p>You stay signed in here. Everywhere else you're signed out, and your access tokens stop working.</p>
      <UsernameForManagers email={email} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('current')}
      />
      <div>
        <PasswordField label="New password" autoComplete="new-password" {...form.getInputProps('password')} />
        <StrengthHint password={form.values.password} silent={form.errors.password !== undefined} />
      </div>
      <FormButtons label="Change password" pendingLabel="Changing..." pending={change.isPending} onCancel={onClose} />
    </form>
  )
}
