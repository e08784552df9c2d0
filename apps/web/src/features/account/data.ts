import { useMutation } from '@tanstack/react-query'
import { errorReason, serverErrorOf, serverMessage } from '../../lib/errors.ts'
import { saveFile } from '../../lib/share.ts'
import { toastError } from '../../lib/toast.ts'
import { told } from '../../lib/told.ts'
import { queryClient, trpc, userKey } from '../../trpc.ts'

export function useSendVerification() {
  const utils = trpc.useUtils()
  const sent = { title: 'Link sent', message: 'Check your mail and open the link.' }
  return trpc.account.sendVerification.useMutation(
    told(sent, 'Failed to send the link', undefined, error => {
      // The address was confirmed in another window meanwhile.
      if (errorReason(error) === 'already-verified') void utils.auth.user.invalidate()
    }),
  )
}

type OnError = (error: unknown) => void

const PASSWORD_CHANGED = {
  title: 'Password changed',
  message: 'All other devices and access tokens were signed out.',
  duration: 10_000,
}

export const useChangePassword = (onChanged: () => void, onError: OnError) =>
  trpc.account.changePassword.useMutation({ ...told(PASSWORD_CHANGED, '', onChanged), onError })

export function useEndSession(onEnded: () => void) {
  const utils = trpc.useUtils()
  const reread = () => void utils.account.sessions.invalidate()
  return trpc.account.endSession.useMutation(
    told('Signed out on that device', 'Failed to sign out on that device', onEnded, reread),
  )
}

export function useRevokeToken(onRevoked: () => void) {
  const utils = trpc.useUtils()
  const reread = () => void utils.tokens.list.invalidate()
  return trpc.tokens.revoke.useMutation(told('Token revoked', 'Failed to revoke the token', onRevoked, reread))
}

const DOWNLOADED = { title: 'Download complete', message: 'The file is in your downloads.' }

/** Downloads the account as a ZIP and has the browser save it. Changes nothing that a page shows. */
export const useDownload = (onSaved: () => void, onError: OnError) =>
  useMutation({ mutationFn: downloadArchive, meta: { refresh: [] }, ...told(DOWNLOADED, '', onSaved), onError })

/** Deletes the account and opens the landing page, which says goodbye. */
export const useDeleteAccount = (onError: OnError) =>
  trpc.account.delete.useMutation({
    // The account is gone, so nothing is refreshed.
    meta: { refresh: [] },
    // Here rather than beside the call: the ended session may have taken the settings away before the answer came.
    onSuccess: () => location.assign('/?goodbye'),
    onError,
  })

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

interface DownloadOptions {
  /** Absent if an OpenID provider keeps it. */
  password?: string
  /** Called with the number of bytes received. The total is not known in advance. */
  onProgress: (bytes: number) => void
  /** Aborting rejects with an AbortError. */
  signal: AbortSignal
}

const FALLBACK_NAME = 'barkyard.zip'

/**
 * Downloads the account's archive and makes the browser save it. Rejects with a ServerError that has the server's message,
 * or with another error if the connection broke. Nothing is saved then.
 */
async function downloadArchive({ password, onProgress, signal }: DownloadOptions): Promise<void> {
  const response = await fetch('/api/account/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/zip, application/json' },
    body: JSON.stringify({ password }),
    signal,
  })
  if (response.status === 401) void queryClient.invalidateQueries({ queryKey: userKey })
  if (!response.ok) throw serverErrorOf(response.status, await response.text(), response.statusText)
  if (!response.body) throw new Error('The answer has no body')
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value)
    bytes += read.value.length
    onProgress(bytes)
  }
  saveFile(new Blob(parts, { type: 'application/zip' }), fileNameOf(response.headers.get('content-disposition')))
}

const fileNameOf = (disposition: string | null) => /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? FALLBACK_NAME
