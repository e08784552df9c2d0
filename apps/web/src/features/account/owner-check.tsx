import type { GetInputPropsReturnType } from '@mantine/form'
import { errorReason } from '../../lib/errors.ts'
import { PasswordField, UsernameForManagers } from './password-field.tsx'

/** An empty password is not worth a call. */
export const validateOwner = (asksPassword: boolean) => ({
  password: (password: string) => (asksPassword && password === '' ? 'Please enter your password' : null),
})

interface OwnerCheckProps {
  email: string | null
  /** False if an OpenID provider keeps the password. Signing in again replaces it. */
  asksPassword: boolean
  field: GetInputPropsReturnType
  /** The error of the last try, if any. */
  error: unknown
}

/** Asks for proof that the account's owner makes the change. */
export function OwnerCheck({ email, asksPassword, field, error }: OwnerCheckProps) {
  if (asksPassword)
    return (
      <>
        <UsernameForManagers email={email} />
        <PasswordField label="Password" autoComplete="current-password" data-autofocus {...field} />
      </>
    )
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
