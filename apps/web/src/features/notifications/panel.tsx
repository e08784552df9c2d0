import { Link } from 'react-router-dom'
import { NotificationList } from './notification-list.tsx'
import classes from './notifications.module.css'

/** The list below the bell, in wide windows. */
export const Panel = () => (
  <>
    <div className={classes.panelBody}>
      <NotificationList />
    </div>
    <div className={classes.panelFoot}>
      <Link to="/notifications">See all</Link>
      <Link to="/settings/notifications">Settings</Link>
    </div>
  </>
)
