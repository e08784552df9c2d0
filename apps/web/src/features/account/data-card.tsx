import type { AccountSetup } from '@barkyard/domain/schemas/account'
import type { User } from '@barkyard/domain/schemas/user'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { Card, Row } from '../../components/settings-card.tsx'

const DeleteDialog = lazyDialog(() => import('./account-dialogs.tsx').then(module => module.DeleteDialog))
const DownloadDialog = lazyDialog(() => import('./account-dialogs.tsx').then(module => module.DownloadDialog))

interface DataCardProps {
  user: User
  setup: AccountSetup
}

/** Why the account cannot be deleted; null if it can. */
function reasonToStay({ user, setup }: DataCardProps): string | null {
  if (setup.isDemo) return "This account is part of the demo. Everybody shares it, so it can't be deleted."
  if (user.role === 'admin') return 'An admin cannot delete their account. Have your admin rights revoked first.'
  return null
}

/** Export of the data, and deletion of the account. */
export function DataCard(props: DataCardProps) {
  const [isDownloading, setDownloading] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { user, setup } = props
  const stays = reasonToStay(props)
  const owner = { email: user.email, asksPassword: setup.hasPassword }
  return (
    <Card title="Your data">
      <Row
        title="Download your data"
        action={
          setup.isDemo ? null : (
            <Button variant="default" onClick={() => setDownloading(true)}>
              Download
            </Button>
          )
        }
      >
        <p className="quiet text-small">
          {setup.isDemo
            ? "This account is part of the demo. Everybody shares it, so its data can't be downloaded."
            : 'A ZIP file with your account, dogs, photos, matches, messages and playdates. Up to 3 a day.'}
        </p>
      </Row>
      <Row
        title="Delete your account"
        action={
          stays === null ? (
            <Button variant="outline" color="collar" onClick={() => setDeleting(true)}>
              Delete account
            </Button>
          ) : null
        }
      >
        <p className="quiet text-small">
          {stays ?? 'Your account and all your dogs are deleted right away, for good.'}
        </p>
      </Row>
      <DeleteDialog
        {...owner}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        pending={isDownloading}
        onDownload={() => setDownloading(true)}
      />
      <DownloadDialog {...owner} opened={isDownloading} onClose={() => setDownloading(false)} />
    </Card>
  )
}
