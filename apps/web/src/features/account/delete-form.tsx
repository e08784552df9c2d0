import { useForm } from '@mantine/form'
import { IconDownload } from '@tabler/icons-react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './account.module.css'
import { showRefusal, useDeleteAccount } from './data.ts'
import { FormButtons } from './form-buttons.tsx'
import { OwnerCheck, validateOwner } from './owner-check.tsx'

interface DeleteFormProps {
  email: string | null
  /** False if an OpenID provider keeps the password. */
  asksPassword: boolean
  onClose: () => void
  /** Called to download the data first. */
  onDownload: () => void
}

/** Lists what will be deleted, offers the download, and deletes the account. */
export function DeleteForm({ email, asksPassword, onClose, onDownload }: DeleteFormProps) {
  const form = useForm({
    name: 'delete',
    initialValues: { password: '' },
    validate: validateOwner(asksPassword),
  })
  const remove = useDeleteAccount(error =>
    showRefusal(form, error, { passwordField: 'password', fallback: 'Failed to delete your account' }),
  )
  const start = useOneAtATime(remove.mutate)
  const submit = form.onSubmit(
    ({ password }) => start(asksPassword ? { password } : {}),
    () => form.getInputNode('password')?.focus(),
  )
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p>This is deleted right away and can't be restored:</p>
      <ul className={classes.goes}>
        <li>your account and your e-mail address</li>
        <li>all your dogs with their photos</li>
        <li>their matches, messages and playdates, for the other dogs too</li>
      </ul>
      <Button
        variant="default"
        className={classes.first}
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onClick={onDownload}
      >
        Download your data first
      </Button>
      <OwnerCheck
        email={email}
        asksPassword={asksPassword}
        field={form.getInputProps('password')}
        error={remove.error}
      />
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
