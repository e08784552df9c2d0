import { Dialog } from '../../components/dialog.tsx'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { DeleteForm } from './delete-form.tsx'
import { DownloadForm } from './download-form.tsx'

interface DialogProps {
  opened: boolean
  onClose: () => void
  /** The current address. */
  email: string | null
}

export const ChangeEmailDialog = mountedWhenOpened(({ email, ...dialog }: DialogProps) => (
  <Dialog {...dialog} title="Change e-mail" keepsClicks>
    <ChangeEmailForm email={email} onClose={dialog.onClose} />
  </Dialog>
))

export const ChangePasswordDialog = mountedWhenOpened(({ email, ...dialog }: DialogProps) => (
  <Dialog {...dialog} title="Change password" keepsClicks>
    <ChangePasswordForm email={email} onClose={dialog.onClose} />
  </Dialog>
))

interface OwnerDialogProps extends DialogProps {
  /** False if an OpenID provider keeps the password. */
  asksPassword: boolean
}

interface DeleteDialogProps extends OwnerDialogProps {
  /** Whether the download is open above it. It stays open below, and gets the focus back afterwards. */
  pending: boolean
  onDownload: () => void
}

export const DeleteDialog = mountedWhenOpened(
  ({ email, asksPassword, pending, onDownload, ...dialog }: DeleteDialogProps) => (
    <Dialog {...dialog} pending={pending} title="Delete your account?" keepsClicks>
      <DeleteForm email={email} asksPassword={asksPassword} onClose={dialog.onClose} onDownload={onDownload} />
    </Dialog>
  ),
)

export const DownloadDialog = mountedWhenOpened(({ email, asksPassword, ...dialog }: OwnerDialogProps) => (
  <Dialog {...dialog} title="Download your data" keepsClicks>
    <DownloadForm email={email} asksPassword={asksPassword} onClose={dialog.onClose} />
  </Dialog>
))
