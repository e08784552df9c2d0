import { SCREENS } from '../../screens.ts'
import { ReportsQueue } from '../reports/reports-queue.tsx'
import { AdminPage } from './admin-page.tsx'

/** Reports and appeals. The address can name an open case. */
export const Component = () => (
  <AdminPage title={SCREENS.adminReports.title}>
    <ReportsQueue />
  </AdminPage>
)
