import { PASSWORD_MAX } from '@barkyard/domain/user'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { errorReason } from '../lib/errors.ts'

interface PasswordFieldProps extends PasswordInputProps {
  label: string
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, autoComplete, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <PasswordInput
      label={label}
      maxLength={PASSWORD_MAX}
      visible={isShown}
      onVisibilityChange={setShown}
      // A browser keeps the text of a field for Back, and a shown password is text, but not without autocomplete.
      autoComplete={isShown ? 'off' : autoComplete}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}` }}
      {...props}
    />
  )
}

/** Tells password managers which account the password belongs to. */
export const UsernameForManagers = ({ email }: { email: string | null }) => (
  <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
)

interface CurrentPasswordProps extends Omit<PasswordFieldProps, 'label' | 'autoComplete'> {
  email: string | null
  label?: string
}

/** The password that the account has now: the first field of a form. */
export const CurrentPassword = ({ email, label = 'Password', ...props }: CurrentPasswordProps) => (
  <>
    <UsernameForManagers email={email} />
    <PasswordField label={label} autoComplete="current-password" data-autofocus {...props} />
  </>
)

/** A form that only the account's owner may send. */
export interface OwnerFormProps {
  email: string | null
  /** False if an OpenID provider keeps the password. Signing in again replaces it. */
  asksPassword: boolean
  onClose: () => void
}

/** An empty password is not worth a call. */
export const useOwnerForm = (name: string, asksPassword: boolean) =>
  useForm({
    name,
    initialValues: { password: '' },
    validate: {
      password: (password: string) => (asksPassword && password === '' ? 'Please enter your password' : null),
    },
  })

interface OwnerCheckProps extends Omit<OwnerFormProps, 'onClose'> {
  form: ReturnType<typeof useOwnerForm>
  error: unknown
}

/** Asks for proof that the account's owner makes the change. */
export function OwnerCheck({ email, asksPassword, form, error }: OwnerCheckProps) {
  if (asksPassword) return <CurrentPassword email={email} {...form.getInputProps('password')} />
  return (
    <p className="quiet text-small">
      <span>You must have signed in within the last 10 minutes.</span>
      {errorReason(error) === 'sign-in-again' ? (
        <>
          {' '}
          That was longer ago: <a href="/api/logout">log out</a>, sign in again, and come back here.
        </>
      ) : null}
    </p>
  )
}
