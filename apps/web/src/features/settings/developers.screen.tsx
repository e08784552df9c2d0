import { useUser } from '../../auth.ts'
import { Mantine } from '../../components/mantine.tsx'
import { ClosedCard } from '../../components/settings-card.tsx'
import { TokensCard, WebhooksCard } from '../account/tokens-card.tsx'
import { SettingsGroup } from './settings-group.tsx'

export function Component() {
  const user = useUser()
  return (
    <SettingsGroup name="settingsDevelopers">
      <Mantine>
        {!user ? null : user.isImpersonating ? (
          <ClosedCard title="Access tokens" text="your access tokens" />
        ) : (
          <>
            <TokensCard user={user} />
            <WebhooksCard />
          </>
        )}
      </Mantine>
    </SettingsGroup>
  )
}
