import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { SkeletonRows } from '../../../components/loading.tsx'
import { addressOf, fullName } from '../../../lib/words.ts'
import { useUserDogs } from '../data.ts'
import { DogRow } from '../dogs/dog-row.tsx'

interface UserDogsProps {
  user: AdminUser
  onTransfer: (dog: AdminDog) => void
}

function UserDogs({ user, onTransfer }: UserDogsProps) {
  const { dogs, failed, retry } = useUserDogs(user.id)
  if (failed) return <ErrorState title={failed} onRetry={retry} />
  if (!dogs) return <SkeletonRows rows={Math.min(4, Math.max(1, user.dogCount))} />
  if (dogs.length === 0) return <EmptyState text="No dogs found for this user" />
  return (
    <ul className="stack-12">
      {dogs.map(dog => (
        <li key={dog.id}>
          <DogRow
            dog={dog}
            action={
              <Button variant="default" onClick={() => onTransfer(dog)}>
                Transfer Ownership
                <span className="visually-hidden">
                  {' '}
                  of <bdi>{dog.name}</bdi>
                </span>
              </Button>
            }
          />
        </li>
      ))}
    </ul>
  )
}

interface UserDogsDialogProps {
  /** null: closed. */
  user: AdminUser | null
  onClose: () => void
  onTransfer: (dog: AdminDog) => void
}

export const UserDogsDialog = ({ user, onClose, onTransfer }: UserDogsDialogProps) => (
  <Dialog opened={user !== null} onClose={onClose} title="User Dogs" size="lg">
    {user ? (
      <div className="stack-12">
        <p className="quiet breakable">
          <bdi>{fullName(user)}</bdi> · {addressOf(user)}
        </p>
        <Link to={`/admin/users/${user.id}`}>Everything about this user</Link>
        <UserDogs user={user} onTransfer={onTransfer} />
      </div>
    ) : null}
  </Dialog>
)
