import { SCREENS } from '../../screens.ts'
import { AdminPage } from './admin-page.tsx'
import { AuditLog } from './audit/audit-log.tsx'

/** What admins did. */
export const Component = () => (
  <AdminPage title={SCREENS.adminAudit.title}>
    <AuditLog />
  </AdminPage>
)
