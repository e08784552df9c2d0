import type { AdminDog, AdminUser } from '@barkyard/domain/admin'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { toastError } from '../../components/toast.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from './dialog.tsx'
import { fullName } from './names.ts'
import classes from './user-dogs-dialog.module.css'

const FAILED = 'Failed to fetch user dogs'

interface UserDogsProps {
  user: AdminUser
  onTransfer: (dog: AdminDog) => void
}

function UserDogs({ user, onTransfer }: UserDogsProps) {
  const dogs = trpc.admin.dogsOf.useQuery({ userId: user.id }, { throwOnError: false, staleTime: 0 })
  const { error } = dogs
  useEffect(() => {
    if (error) toastError(error, FAILED)
  }, [error])
  if (dogs.isError) return <ErrorState title={FAILED} onRetry={() => void dogs.refetch()} />
  if (!dogs.data) return <SkeletonRows rows={Math.min(4, Math.max(1, user.dogCount))} />
  if (dogs.data.length === 0) return <EmptyState text="No dogs found for this user" />
  return (
    <ul className={classes.dogs}>
      {dogs.data.map(dog => (
        <li key={dog.id} className={classes.dog}>
          <Link to={`/dog/${dog.id}`} className={classes.photo} aria-label={`${dog.name}'s profile`}>
            <DogPhoto photo={dog.photos[0]} name={dog.name} shape="square" alt="" />
          </Link>
          <span className={classes.facts}>
            <span className={classes.name}>{dog.name}</span>
            <span className={classes.breed}>{dog.breed}</span>
          </span>
          <Button variant="default" size="sm" className={classes.transfer ?? ''} onClick={() => onTransfer(dog)}>
            Transfer Ownership<span className="visually-hidden"> of {dog.name}</span>
          </Button>
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

/** A user's dogs, each of which can be handed on. */
export const UserDogsDialog = ({ user, onClose, onTransfer }: UserDogsDialogProps) => (
  <Dialog opened={user !== null} onClose={onClose} title="User Dogs" size="lg">
    {user ? (
      <>
        <p className={classes.who}>
          {fullName(user)} · {user.email}
        </p>
        <UserDogs user={user} onTransfer={onTransfer} />
      </>
    ) : null}
  </Dialog>
)
