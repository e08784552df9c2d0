import { changeEmailSchema, changePasswordSchema } from '@barkyard/domain/schemas/account'
import { typedPasswordSchema } from '@barkyard/domain/schemas/user'
import { PASSWORD_MIN } from '@barkyard/domain/user'
import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { formDialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { CurrentPassword, PasswordField, UsernameForManagers } from '../../components/password-field.tsx'
import { told } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import { showRefusal } from './data.ts'
import { passwordHint } from './password-strength.ts'

interface FormProps {
  email: string | null
  onClose: () => void
}

function LinkSent({ to, onClose }: { to: string; onClose: () => void }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <div className="stack-16">
      <p ref={message} tabIndex={-1}>
        We sent a link to <strong>{to}</strong>. Open it within 24 hours. Until then, your address stays the same.
      </p>
      <div className="row-12 end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

export const ChangeEmailDialog = formDialog('Change e-mail', ChangeEmailForm)

function ChangeEmailForm({ email, onClose }: FormProps) {
  const form = useForm({
    name: 'change-email',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(changeEmailSchema, { sync: true }),
  })
  const change = trpc.account.changeEmail.useMutation({
    meta: { refresh: [] },
    onError: error =>
      showRefusal(form, error, 'Failed to change your e-mail address', {
        'wrong-password': 'password',
        'email-taken': 'email',
      }),
  })
  const submit = form.onSubmit(
    values => change.mutate(changeEmailSchema.parse(values)),
    errors => form.getInputNode(errors.email ? 'email' : 'password')?.focus(),
  )
  if (change.isSuccess) return <LinkSent to={change.variables.email} onClose={onClose} />
  return (
    <form className="stack-16" noValidate onSubmit={submit}>
      <p>We'll send a link to the new address. Your e-mail address changes once you open it.</p>
      <TextInput
        label="New e-mail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <UsernameForManagers email={email} />
      <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
      <FormButtons label="Send the link" pendingLabel="Sending..." pending={change.isPending} onCancel={onClose} />
    </form>
  )
}

const COLORS = { refused: 'var(--collar-text)', weak: 'var(--quiet)', good: 'var(--grass-text)' }

/** Read out while typing, so it exists from the start. Silent while the field shows its error. */
function StrengthHint({ password, silent }: { password: string; silent: boolean }) {
  const hint = passwordHint(password)
  return (
    <p className="text-small hide-empty" style={{ color: COLORS[hint?.level ?? 'weak'] }} aria-live="polite">
      {silent ? null : (hint?.text ?? `At least ${PASSWORD_MIN} characters`)}
    </p>
  )
}

export const ChangePasswordDialog = formDialog('Change password', ChangePasswordForm)

const FAILED = 'Failed to change your password'
const PASSWORD_CHANGED = {
  title: 'Password changed',
  message: "Other devices, access tokens, your calendar's address and webhooks have ended.",
  duration: 10_000,
}

function ChangePasswordForm({ email, onClose }: FormProps) {
  const form = useForm({
    name: 'change-password',
    initialValues: { current: '', password: '' },
    validate: schemaResolver(changePasswordSchema.extend({ password: typedPasswordSchema }), { sync: true }),
  })
  const change = trpc.account.changePassword.useMutation({
    ...told(PASSWORD_CHANGED, FAILED, onClose),
    onError: error => showRefusal(form, error, FAILED, { 'wrong-password': 'current' }),
  })
  const submit = form.onSubmit(
    values => change.mutate(values),
    errors => form.getInputNode(errors.current ? 'current' : 'password')?.focus(),
  )
  return (
    <form className="stack-16" noValidate onSubmit={submit}>
      <p>
        You stay signed in here. Everything else ends: other devices, access tokens, your calendar's address and
        webhooks.
      </p>
      <CurrentPassword email={email} label="Current password" {...form.getInputProps('current')} />
      <div>
        <PasswordField label="New password" autoComplete="new-password" {...form.getInputProps('password')} />
        <StrengthHint password={form.values.password} silent={form.errors.password !== undefined} />
      </div>
      <FormButtons label="Change password" pendingLabel="Changing..." pending={change.isPending} onCancel={onClose} />
    </form>
  )
}
