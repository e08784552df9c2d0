import '../../styles/mantine-field.css'
import { changeEmailSchema } from '@barkyard/domain/schemas/account'
import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './account.module.css'
import { showRefusal, useChangeEmail } from './data.ts'
import { FormButtons } from './form-buttons.tsx'
import { PasswordField, UsernameForManagers } from './password-field.tsx'

interface ChangeEmailFormProps {
  /** The current address. */
  email: string | null
  onClose: () => void
}

function LinkSent({ to, onClose }: { to: string; onClose: () => void }) {
  const message = useRef<HTMLParagraphElement>(null)
  // The focused form was removed.
  useEffect(() => message.current?.focus(), [])
  return (
    <div className={classes.form}>
      <p ref={message} tabIndex={-1}>
        We sent a link to <strong>{to}</strong>. Open it within 24 hours. Until then, your address stays the same.
      </p>
      <div className="row-12 end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

/** Asks for a link to a new address. */
export function ChangeEmailForm({ email, onClose }: ChangeEmailFormProps) {
  const form = useForm({
    name: 'change-email',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(changeEmailSchema, { sync: true }),
  })
  const change = useChangeEmail(error =>
    showRefusal(form, error, {
      passwordField: 'password',
      emailField: 'email',
      fallback: 'Failed to change your e-mail address',
    }),
  )
  const start = useOneAtATime(change.mutate)
  const submit = form.onSubmit(
    values => start(changeEmailSchema.parse(values)),
    errors => form.getInputNode(errors.email ? 'email' : 'password')?.focus(),
  )
  if (change.isSuccess) return <LinkSent to={change.variables.email} onClose={onClose} />
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
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
