import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { errorReason, serverErrorOf } from '../../lib/errors.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { told } from '../../lib/told.ts'
import { trpc, trpcClient } from '../../trpc.ts'

/** A cancelled or failed dialog of the browser, in our words. */
const isBrowsers = (error: unknown) => error instanceof Error && errorReason(error) === null && 'name' in error
const FAILED = 'Your browser did not finish. Please try again.'

/** Runs what a refusal for want of a recent sign-in postpones. */
type AskAgain = (retry: () => void) => void

/** Shows why something failed, or asks to sign in again and does it then. */
const refusedBy = (fallback: string, askAgain: AskAgain, retry: () => void) => (error: unknown) => {
  if (errorReason(error) === 'sign-in-again') askAgain(retry)
  else if (isAlreadyHere(error))
    toast({ title: 'This device has a passkey', message: 'It already logs you in.', destructive: true })
  else toastError(error, isBrowsers(error) ? FAILED : fallback)
}

/** The authenticator found one of the account's passkeys in itself. */
const isAlreadyHere = (error: unknown) => error instanceof Error && error.name === 'InvalidStateError'

interface Adding {
  name: string
  /** The token of the operator's link, for the first passkey of staff. */
  link: string | undefined
}

export function useAddPasskey(onAdded: () => void, askAgain: AskAgain) {
  const add = useMutation({
    mutationFn: async ({ name, link }: Adding) => {
      const token = link === undefined ? {} : { link }
      const optionsJSON = await trpcClient.passkeys.options.mutate(token)
      const { id, rawId, response } = await startRegistration({ optionsJSON })
      const { clientDataJSON, attestationObject, transports = [] } = response
      return trpcClient.passkeys.add.mutate({
        name,
        response: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } },
        ...token,
      })
    },
    ...told({ title: 'Passkey added', message: 'It can log you in from now on.' }, '', onAdded),
    onError: (error, adding) => refusedBy('Failed to add the passkey', askAgain, () => add.mutate(adding))(error),
  })
  return add
}

export function useRemovePasskey(onRemoved: () => void, askAgain: AskAgain) {
  const remove = trpc.passkeys.remove.useMutation({
    ...told('Passkey removed', '', onRemoved),
    onError: (error, input) => {
      onRemoved()
      refusedBy('Failed to remove the passkey', askAgain, () => remove.mutate(input))(error)
    },
  })
  return remove
}

export function useRequirePasskey(askAgain: AskAgain) {
  const edit = trpc.account.edit.useMutation({
    onSuccess: ({ requirePasskey }) =>
      toast({ title: requirePasskey ? 'A passkey is required now' : 'Your password is enough again' }),
    onError: (error, input) => refusedBy('Failed to change this', askAgain, () => edit.mutate(input))(error),
  })
  return edit
}

async function post(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw serverErrorOf(answer.status, await answer.text(), answer.statusText)
  return answer.json()
}

type SignInOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Signs in again in this browser, which begins a new session. `password`: absent for who has a passkey. */
export const useSignInAgain = (onSignedIn: () => void, onError: (error: unknown) => void) =>
  useMutation({
    mutationFn: async ({ email, password }: { email: string; password?: string }) => {
      if (password !== undefined) return post('/api/login', { email, password })
      const optionsJSON = (await post('/api/login/passkey/options')) as SignInOptions
      return post('/api/login/passkey', { response: await startAuthentication({ optionsJSON }) })
    },
    onSuccess: onSignedIn,
    onError,
  })

/** The words for a failed sign-in. */
export const signInError = (error: unknown): string =>
  errorReason(error) === 'wrong-credentials' ? 'Wrong password' : FAILED
