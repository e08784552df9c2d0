import { useMutation } from '@tanstack/react-query'
import { errorReason, serverMessage } from '../../lib/errors.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import { downloadArchive } from './download-archive.ts'

/** The available account settings. Refreshed at each visit, because an operator may have set up mail meanwhile. */
export const useAccountSetup = () => trpc.account.setup.useQuery(undefined, { staleTime: 0 })

/** Refreshed at each visit, because there is no event for sign-ins elsewhere. */
export const useSessions = () => trpc.account.sessions.useQuery(undefined, { staleTime: 0, throwOnError: false })

export const useRename = () =>
  trpc.account.edit.useMutation({
    onSuccess: () => toast({ title: 'Name saved' }),
    onError: error => toastError(error, 'Failed to save your name'),
  })

export function useSendVerification() {
  const utils = trpc.useUtils()
  return trpc.account.sendVerification.useMutation({
    onSuccess: () => toast({ title: 'Link sent', message: 'Check your mail and open the link.' }),
    onError: error => {
      toastError(error, 'Failed to send the link')
      // The address was confirmed in another window meanwhile.
      if (errorReason(error) === 'already-verified') void utils.auth.user.invalidate()
    },
  })
}

type OnError = (error: unknown) => void

export const useChangePassword = (onChanged: () => void, onError: OnError) =>
  trpc.account.changePassword.useMutation({
    onSuccess: () => {
      toast({
        title: 'Password changed',
        message: 'All other devices and access tokens were signed out.',
        duration: 10_000,
      })
      onChanged()
    },
    onError,
  })

/** Nothing changes until the link is opened. */
export const useChangeEmail = (onError: OnError) =>
  trpc.account.changeEmail.useMutation({ meta: { refresh: [] }, onError })

export function useEndSession(onEnded: () => void) {
  const utils = trpc.useUtils()
  return trpc.account.endSession.useMutation({
    onSuccess: () => {
      toast({ title: 'Signed out on that device' })
      onEnded()
    },
    onError: error => {
      toastError(error, 'Failed to sign out on that device')
      void utils.account.sessions.invalidate()
    },
  })
}

export const useEndOtherSessions = (onEnded: () => void) =>
  trpc.account.endOtherSessions.useMutation({
    onSuccess: () => {
      toast({ title: 'Signed out everywhere else' })
      onEnded()
    },
    onError: error => toastError(error, 'Failed to sign out the other devices'),
  })

/** Refreshed at each visit, because a script may have used a token meanwhile. */
export const useTokens = () => trpc.tokens.list.useQuery(undefined, { staleTime: 0, throwOnError: false })

export const useCreateToken = (onCreated: (token: string) => void) =>
  trpc.tokens.create.useMutation({
    onSuccess: ({ token }) => onCreated(token),
    onError: error => toastError(error, 'Failed to create the token'),
  })

export function useRevokeToken(onRevoked: () => void) {
  const utils = trpc.useUtils()
  return trpc.tokens.revoke.useMutation({
    onSuccess: () => {
      toast({ title: 'Token revoked' })
      onRevoked()
    },
    onError: error => {
      toastError(error, 'Failed to revoke the token')
      void utils.tokens.list.invalidate()
    },
  })
}

/** Downloads the account as a ZIP and has the browser save it. Changes nothing that a page shows. */
export const useDownload = (onSaved: () => void, onError: OnError) =>
  useMutation({
    mutationFn: downloadArchive,
    meta: { refresh: [] },
    onSuccess: () => {
      toast({ title: 'Download complete', message: 'The file is in your downloads.' })
      onSaved()
    },
    onError,
  })

/** Deletes the account and opens the landing page, which says goodbye. */
export const useDeleteAccount = (onError: OnError) =>
  trpc.account.delete.useMutation({
    // The account is gone, so nothing is refreshed.
    meta: { refresh: [] },
    // Here rather than beside the call: the ended session may have taken the settings away before the answer came.
    onSuccess: () => location.assign('/?goodbye'),
    onError,
  })

/** A form that can mark one of its fields. */
interface MarkableForm<Field extends string> {
  setFieldError: (field: Field, message: string) => void
  getInputNode: (field: Field) => HTMLElement | null
}

/** Shows a wrong password beside its field; any other refusal in a toast. */
export function showRefusal<Field extends string>(
  form: MarkableForm<Field>,
  error: unknown,
  { passwordField, emailField, fallback }: { passwordField: Field; emailField?: Field; fallback: string },
): void {
  const reason = errorReason(error)
  const field = reason === 'wrong-password' ? passwordField : reason === 'email-taken' ? emailField : undefined
  if (field === undefined) return void toastError(error, fallback)
  form.setFieldError(field, serverMessage(error) ?? fallback)
  form.getInputNode(field)?.focus()
}
