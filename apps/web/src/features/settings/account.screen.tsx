import { Mantine } from '../../components/mantine.tsx'
import { AccountCards } from '../account/account-cards.tsx'
import { PasskeysCard } from '../passkeys/passkeys-card.tsx'
import { SettingsGroup } from './settings-group.tsx'

export const Component = () => (
  <SettingsGroup name="settingsAccount">
    <Mantine>
      <AccountCards>
        <PasskeysCard />
      </AccountCards>
    </Mantine>
  </SettingsGroup>
)
