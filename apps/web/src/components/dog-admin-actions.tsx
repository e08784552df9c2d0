import type { Dog } from '@barkyard/domain/dog'
import { lazy, Suspense } from 'react'

const Actions = lazy(() => import('../features/admin/dog-actions.tsx').then(module => ({ default: module.DogActions })))

/** "Edit Profile (Admin)" and "Delete Profile" for the dog's page: downloaded only by admins. */
export const DogAdminActions = ({ dog }: { dog: Dog }) => (
  <Suspense>
    <Actions dog={dog} />
  </Suspense>
)
