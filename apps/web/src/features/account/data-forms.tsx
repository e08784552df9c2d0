import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { formDialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { useOnce } from '../../lib/one-at-a-time.ts'
import { showRefusal, useDeleteAccount, useDownload } from './data.ts'
import { OwnerCheck, type OwnerFormProps, useOwnerForm } from './password-field.tsx'

interface DeleteFormProps extends OwnerFormProps {
  /** Whether the download is open above it. It stays open below, and gets the focus back afterwards. */
  pending: boolean
  onDownload: () => void
}

/** Lists what will be deleted, offers the download, and deletes the account. */
export const DeleteDialog = formDialog('Delete your account?', DeleteForm)

function DeleteForm({ email, asksPassword, onClose, onDownload }: DeleteFormProps) {
  const form = useOwnerForm('delete', asksPassword)
  const remove = useOnce(
    useDeleteAccount(error =>
      showRefusal(form, error, { passwordField: 'password', fallback: 'Failed to delete your account' }),
    ),
  )
  const submit = form.onSubmit(
    ({ password }) => remove.start(asksPassword ? { password } : {}),
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
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onClick={onDownload}
      >
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

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Asks for the password, then downloads. Closing the dialog stops the download. */
export const DownloadDialog = formDialog('Download your data', DownloadForm)

function DownloadForm({ email, asksPassword, onClose }: OwnerFormProps) {
  const [bytes, setBytes] = useState(0)
  const [stop] = useState(() => new AbortController())
  const left = useRef(false)
  const form = useOwnerForm('download', asksPassword)
  const download = useOnce(
    useDownload(onClose, error => {
      if (!left.current)
        showRefusal(form, error, {
          passwordField: 'password',
          fallback: 'The download was interrupted. Check your connection, then try again.',
        })
    }),
  )
  useEffect(
    () => () => {
      left.current = true
      stop.abort()
    },
    [stop],
  )
  const submit = form.onSubmit(
    ({ password }) => {
      setBytes(0)
      download.start({ ...(asksPassword && { password }), onProgress: setBytes, signal: stop.signal })
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
