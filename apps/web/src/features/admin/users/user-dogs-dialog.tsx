import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { toastError } from '../../../lib/toast.ts'
import { addressOf, fullName } from '../../../lib/words.ts'
import { trpc } from '../../../trpc.ts'
import { DogRow } from '../dogs/dog-row.tsx'

const FAILED = 'Failed to fetch user dogs'

interface UserDogsProps {
  user: AdminUser
  onTransfer: (dog: AdminDog) => void
}

/** A user's dogs, refreshed whenever they are opened. An error is also shown in a toast. */
function UserDogs({ user, onTransfer }: UserDogsProps) {
  const query = trpc.admin.dogsOf.useQuery({ userId: user.id }, { throwOnError: false, staleTime: 0 })
  const { error } = query
  useEffect(() => {
    if (error) toastError(error, FAILED)
  }, [error])
  return (
    <div className="stack-12">
      <p className="quiet breakable">
        <bdi>{fullName(user)}</bdi> · {addressOf(user)}
      </p>
      <Link to={`/admin/users/${user.id}`}>Everything about this user</Link>
      {query.data?.length === 0 ? <EmptyState text="No dogs found for this user" /> : null}
      <Loaded query={query} failed={FAILED} rows={Math.min(4, Math.max(1, user.dogCount))}>
        {dogs => (
          <ul className="stack-12">
            {dogs.map(dog => (
              <li key={dog.id}>
                <DogRow
                  dog={dog}
                  action={
                    <Button
                      variant="default"
                      aria-label={`Transfer Ownership of ${isolate(dog.name)}`}
                      onClick={() => onTransfer(dog)}
                    >
                      Transfer Ownership
                    </Button>
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

interface UserDogsDialogProps extends Pick<UserDogsProps, 'onTransfer'> {
  user: AdminUser | null
  onClose: () => void
}

export const UserDogsDialog = ({ user, onClose, onTransfer }: UserDogsDialogProps) => (
  <Dialog opened={user !== null} onClose={onClose} title="User Dogs" size="lg">
    {user ? <UserDogs user={user} onTransfer={onTransfer} /> : null}
  </Dialog>
)
