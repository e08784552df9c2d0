import { SCREENS } from '../../screens.ts'
import { LostQueue } from '../lost/moderation/lost-queue.tsx'
import { AdminPage } from './admin-page.tsx'

/** Searches for lost dogs that wait for a moderator, are open, or over. */
export const Component = () => (
  <AdminPage title={SCREENS.adminLost.title}>
    <LostQueue />
  </AdminPage>
)
