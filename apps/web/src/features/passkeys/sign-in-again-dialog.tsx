import '../../styles/mantine-field.css'
import { TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { useOnce } from '../../lib/one-at-a-time.ts'
import { signInError, useSignInAgain } from './data.ts'

interface SignInAgainProps {
  opened: boolean
  onClose: () => void
  /** Called once the browser is signed in again. */
  onDone: () => void
  email: string
  /** Whether a passkey is asked for instead of the password. */
  byPasskey: boolean
}

/** Asks for a sign-in before what decides who gets into the account. */
export const SignInAgainDialog = mountedWhenOpened(({ onDone, email, byPasskey, ...dialog }: SignInAgainProps) => {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const signIn = useOnce(
    useSignInAgain(onDone, failed => {
      setError(signInError(failed))
      field.current?.focus()
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setError(null)
    if (byPasskey) return signIn.start({ email })
    if (password !== '') return signIn.start({ email, password })
    setError('Please enter your password')
    field.current?.focus()
  }
  return (
    <Dialog {...dialog} title="Is it you?" keepsClicks>
      <form className="stack-16" noValidate onSubmit={submit}>
        <p>
          {byPasskey
            ? 'Use one of your passkeys first. You then have 10 minutes for this.'
            : 'Enter your password first. You then have 10 minutes for this.'}
        </p>
        {byPasskey ? (
          <p className="alert" role="alert">
            {error}
          </p>
        ) : (
          <>
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            <TextInput
              ref={field}
              label="Password"
              type="password"
              autoComplete="current-password"
              data-autofocus
              value={password}
              error={error}
              onChange={event => {
                setPassword(event.currentTarget.value)
                setError(null)
              }}
            />
          </>
        )}
        <div className="row-12 end">
          <Button variant="default" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={signIn.isPending} {...(byPasskey && { 'data-autofocus': true })}>
            {signIn.isPending ? 'Checking...' : byPasskey ? 'Use a passkey' : 'Continue'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
})
