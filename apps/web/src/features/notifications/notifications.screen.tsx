import { Link } from 'react-router-dom'
import { Page } from '../../components/page.tsx'
import { SCREENS } from '../../screens.ts'
import { NotificationList } from './notification-list.tsx'

export const Component = () => (
  <Page
    title={SCREENS.notifications.title}
    width="narrow"
    actions={
      <Link className="bold" style={{ paddingBlock: 10 }} to="/settings/notifications">
        Settings
      </Link>
    }
  >
    <NotificationList />
  </Page>
)
