import { useUser } from '../../auth.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useInviteLink } from '../../lib/share.ts'
import { SCREENS } from '../../screens.ts'
import { InviteButton } from '../invites/invite-button.tsx'
import { SettingsIndex } from './settings-group.tsx'

export function Component() {
  const hasInvites = useInviteLink() !== null
  return (
    <Page title={SCREENS.settings.title} width="narrow">
      <div className="stack-16">
        <SettingsIndex className="card" />
        {useUser()?.isImpersonating || !hasInvites ? null : (
          <Card title="Bring your friends">
            <div className="row-12 center">
              <p className="grow" style={{ flexBasis: 160 }}>
                Anyone who signs up with your link and adds a dog is introduced to you.
              </p>
              <InviteButton />
            </div>
          </Card>
        )}
        <div className="card">
          <EmptyState title="Settings Coming Soon" />
        </div>
      </div>
    </Page>
  )
}
