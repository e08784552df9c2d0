import { startAuthentication } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { formDialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { CurrentPassword, useOwnerForm } from '../../components/password-field.tsx'
import { errorReason, serverErrorOf } from '../../lib/errors.ts'

async function post(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw serverErrorOf(answer.status, await answer.text(), answer.statusText)
  return answer.json()
}

const FAILED = 'Your browser did not finish. Please try again.'
type SignInOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

interface SignInAgainProps {
  onClose: () => void
  onDone: () => void
  email: string
  byPasskey: boolean
}

/** Asks for a sign-in before what decides who gets into the account. */
export const SignInAgainDialog = formDialog('Is it you?', SignInAgainForm)

function SignInAgainForm({ onDone, onClose, email, byPasskey }: SignInAgainProps) {
  const form = useOwnerForm('sign-in-again', !byPasskey)
  const toField = () => form.getInputNode('password')?.focus()
  const signIn = useMutation({
    // It begins a new session in this browser. `password`: absent for who has a passkey.
    mutationFn: async ({ password }: { password?: string }) => {
      if (password !== undefined) return post('/api/login', { email, password })
      const optionsJSON = (await post('/api/login/passkey/options')) as SignInOptions
      return post('/api/login/passkey', { response: await startAuthentication({ optionsJSON }) })
    },
    onSuccess: onDone,
    onError: error => {
      form.setFieldError('password', errorReason(error) === 'wrong-credentials' ? 'Wrong password' : FAILED)
      toField()
    },
  })
  const submit = form.onSubmit(({ password }) => signIn.mutate(byPasskey ? {} : { password }), toField)
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
