import { Mantine } from '../../components/mantine.tsx'
import { NotificationsCard } from '../notifications/notifications-card.tsx'
import { CalendarCard } from '../playdates/calendar-card.tsx'
import { SettingsGroup } from './settings-group.tsx'

export const Component = () => (
  <SettingsGroup name="settingsNotifications">
    <Mantine>
      <NotificationsCard />
      <CalendarCard />
    </Mantine>
  </SettingsGroup>
)
