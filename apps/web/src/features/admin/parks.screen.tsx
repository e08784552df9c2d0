import { SCREENS } from '../../screens.ts'
import { ParkQueue } from '../parks/park-queue.tsx'
import { AdminPage } from './admin-page.tsx'

/** Parks that owners suggest, and those that are open or closed. */
export const Component = () => (
  <AdminPage title={SCREENS.adminParks.title}>
    <ParkQueue />
  </AdminPage>
)
