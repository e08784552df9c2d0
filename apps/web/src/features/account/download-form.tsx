import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './account.module.css'
import { showRefusal, useDownload } from './data.ts'
import { FormButtons } from './form-buttons.tsx'
import { OwnerCheck, validateOwner } from './owner-check.tsx'

interface DownloadFormProps {
  email: string | null
  /** False if an OpenID provider keeps the password. */
  asksPassword: boolean
  onClose: () => void
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Asks for the password, then downloads. Closing the dialog stops the download. */
export function DownloadForm({ email, asksPassword, onClose }: DownloadFormProps) {
  const [bytes, setBytes] = useState(0)
  const [stop] = useState(() => new AbortController())
  const left = useRef(false)
  const form = useForm({
    name: 'download',
    initialValues: { password: '' },
    validate: validateOwner(asksPassword),
  })
  const download = useDownload(onClose, error => {
    if (!left.current)
      showRefusal(form, error, {
        passwordField: 'password',
        fallback: 'The download was interrupted. Check your connection, then try again.',
      })
  })
  const start = useOneAtATime(download.mutate)
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
      start({ ...(asksPassword && { password }), onProgress: setBytes, signal: stop.signal })
    },
    () => form.getInputNode('password')?.focus(),
  )
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p>The file contains your texts and photos, and the messages that others sent to your dogs. Keep it safe.</p>
      <OwnerCheck
        email={email}
        asksPassword={asksPassword}
        field={form.getInputProps('password')}
        error={download.error}
      />
      <p className={classes.hint} role="status">
        {download.isPending ? (bytes === 0 ? 'Packing your data...' : `${megabytes(bytes)} so far`) : null}
      </p>
      <FormButtons label="Download" pendingLabel="Downloading..." pending={download.isPending} onCancel={onClose} />
    </form>
  )
}
