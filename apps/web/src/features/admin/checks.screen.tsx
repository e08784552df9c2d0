import { SCREENS } from '../../screens.ts'
import { CheckQueue } from '../verification/check-queue.tsx'
import { AdminPage } from './admin-page.tsx'

/** What owners want to have checked. */
export const Component = () => (
  <AdminPage title={SCREENS.adminChecks.title}>
    <CheckQueue />
  </AdminPage>
)
