import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../auth.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { useDeleteProfile } from '../data.ts'
import { type DogEditor, EditDogDialog } from './edit-dog-dialog.tsx'
import { HideButton } from './hide-button.tsx'

/** A moderator hides a dog on its page, or shows it again; an admin edits and deletes it. */
export function DogActions({ dog, Editor }: { dog: Dog; Editor: DogEditor }) {
  return useMay('dogs') ? (
    <AdminActions dog={dog} Editor={Editor} />
  ) : (
    <HideButton dog={dog} isHidden={dog.hidden === true} />
  )
}

function AdminActions({ dog, Editor }: { dog: Dog; Editor: DogEditor }) {
  const [shown, setShown] = useState<'edit' | 'delete' | null>(null)
  const remove = useDeleteProfile()
  const start = useOneAtATime(remove.mutate)
  const close = () => setShown(null)
  return (
    <div className="row-12">
      <Button
        variant="default"
        leftSection={<IconPencil size={20} aria-hidden="true" />}
        onClick={() => setShown('edit')}
      >
        Edit Profile (Admin)
      </Button>
      <Button
        variant="light"
        color="collar"
        leftSection={<IconTrash size={20} aria-hidden="true" />}
        onClick={() => setShown('delete')}
      >
        Delete Profile
      </Button>
      <EditDogDialog dog={dog} opened={shown === 'edit'} onClose={close} Editor={Editor} />
      <ConfirmDialog
        opened={shown === 'delete'}
        onClose={close}
        onConfirm={() => start({ dogId: dog.id })}
        title="Are you absolutely sure?"
        confirmLabel="Delete Profile"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        destructive
      >
        This action cannot be undone. This will permanently delete <bdi>{dog.name}</bdi>'s profile and all associated
        data.
      </ConfirmDialog>
    </div>
  )
}
