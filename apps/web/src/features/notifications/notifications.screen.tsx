import { Link } from 'react-router-dom'
import { Page } from '../../components/page.tsx'
import { SCREENS } from '../../screens.ts'
import { NotificationList } from './notification-list.tsx'

/** The list as a page, which the bell opens on a phone. */
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
