import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { formDialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { OwnerCheck, type OwnerFormProps, useOwnerForm } from '../../components/password-field.tsx'
import { serverErrorOf } from '../../lib/errors.ts'
import { saveFile } from '../../lib/share.ts'
import { told } from '../../lib/toast.ts'
import { queryClient, trpc, userKey } from '../../trpc.ts'
import { showRefusal } from './data.ts'

interface DeleteFormProps extends OwnerFormProps {
  /** Whether the download is open above it. It stays open below, and gets the focus back afterwards. */
  pending: boolean
  onDownload: () => void
}

export const DeleteDialog = formDialog('Delete your account?', DeleteForm)

function DeleteForm({ email, asksPassword, onClose, onDownload }: DeleteFormProps) {
  const form = useOwnerForm('delete', asksPassword)
  const remove = trpc.account.delete.useMutation({
    // The account is gone, so nothing is refreshed.
    meta: { refresh: [] },
    // Here rather than beside the call: the ended session may have taken the settings away before the answer came.
    onSuccess: () => location.assign('/?goodbye'),
    onError: error => showRefusal(form, error, 'Failed to delete your account', { 'wrong-password': 'password' }),
  })
  const submit = form.onSubmit(
    ({ password }) => remove.mutate(asksPassword ? { password } : {}),
    () => form.getInputNode('password')?.focus(),
  )
  return (
    <form className="stack-16" noValidate onSubmit={submit}>
      <p>This is deleted right away and can't be restored:</p>
      <ul className="stack-4" style={{ paddingLeft: 20, listStyle: 'disc' }}>
        <li>your account and your e-mail address</li>
        <li>all your dogs with their photos</li>
        <li>their matches, messages and playdates, for the other dogs too</li>
      </ul>
      <Button variant="default" style={{ justifySelf: 'start' }} Icon={IconDownload} onClick={onDownload}>
        Download your data first
      </Button>
      <OwnerCheck email={email} asksPassword={asksPassword} form={form} error={remove.error} />
      <FormButtons
        label="Delete my account"
        pendingLabel="Deleting..."
        pending={remove.isPending || remove.isSuccess}
        destructive
        onCancel={onClose}
      />
    </form>
  )
}

const INTERRUPTED = 'The download was interrupted. Check your connection, then try again.'
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Asks for the password, then downloads. Closing the dialog stops the download. */
export const DownloadDialog = formDialog('Download your data', DownloadForm)

function DownloadForm({ email, asksPassword, onClose }: OwnerFormProps) {
  const [bytes, setBytes] = useState(0)
  const [stop] = useState(() => new AbortController())
  const form = useOwnerForm('download', asksPassword)
  const download = useMutation({
    mutationFn: downloadArchive,
    meta: { refresh: [] },
    ...told({ title: 'Download complete', message: 'The file is in your downloads.' }, INTERRUPTED, onClose),
    onError: error => {
      if (!stop.signal.aborted) showRefusal(form, error, INTERRUPTED, { 'wrong-password': 'password' })
    },
  })
  useEffect(() => () => stop.abort(), [stop])
  const submit = form.onSubmit(
    ({ password }) => {
      setBytes(0)
      download.mutate({ ...(asksPassword && { password }), onProgress: setBytes, signal: stop.signal })
    },
    () => form.getInputNode('password')?.focus(),
  )
  return (
    <form className="stack-16" noValidate onSubmit={submit}>
      <p>The file contains your texts and photos, and the messages that others sent to your dogs. Keep it safe.</p>
      <OwnerCheck email={email} asksPassword={asksPassword} form={form} error={download.error} />
      <p className="quiet text-small hide-empty" role="status">
        {download.isPending ? (bytes === 0 ? 'Packing your data...' : `${megabytes(bytes)} so far`) : null}
      </p>
      <FormButtons label="Download" pendingLabel="Downloading..." pending={download.isPending} onCancel={onClose} />
    </form>
  )
}

interface DownloadOptions {
  /** Absent if an OpenID provider keeps it. */
  password?: string
  /** Called with the number of bytes received. The total is not known in advance. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/** Saves the account's archive as a file. Rejects with the server's message (ServerError) or because it broke off. */
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
  const name = /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'barkyard.zip'
  saveFile(new Blob(parts, { type: 'application/zip' }), name)
}
