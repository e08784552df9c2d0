import { formDialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { CurrentPassword, useOwnerForm } from '../../components/password-field.tsx'
import { useOnce } from '../../lib/one-at-a-time.ts'
import { signInError, useSignInAgain } from './data.ts'

interface SignInAgainProps {
  onClose: () => void
  /** Called once the browser is signed in again. */
  onDone: () => void
  email: string
  /** Whether a passkey is asked for instead of the password. */
  byPasskey: boolean
}

/** Asks for a sign-in before what decides who gets into the account. */
export const SignInAgainDialog = formDialog('Is it you?', SignInAgainForm)

function SignInAgainForm({ onDone, onClose, email, byPasskey }: SignInAgainProps) {
  const form = useOwnerForm('sign-in-again', !byPasskey)
  const toField = () => form.getInputNode('password')?.focus()
  const signIn = useOnce(
    useSignInAgain(onDone, failed => {
      form.setFieldError('password', signInError(failed))
      toField()
    }),
  )
  const submit = form.onSubmit(({ password }) => signIn.start(byPasskey ? { email } : { email, password }), toField)
  return (
    <form className="stack-16" noValidate onSubmit={submit}>
      <p>{byPasskey ? 'Use one of your passkeys' : 'Enter your password'} first. You then have 10 minutes for this.</p>
      {byPasskey ? (
        <p className="alert" role="alert">
          {form.errors.password}
        </p>
      ) : (
        <CurrentPassword email={email} {...form.getInputProps('password')} />
      )}
      <FormButtons
        label={byPasskey ? 'Use a passkey' : 'Continue'}
        pendingLabel="Checking..."
        pending={signIn.isPending}
        isFirst={byPasskey}
        onCancel={onClose}
      />
    </form>
  )
}
