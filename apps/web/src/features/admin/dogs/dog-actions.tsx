import type { Dog, DogChanges } from '@barkyard/domain/schemas/dog'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ComponentType, useRef, useState } from 'react'
import { useMay } from '../../../auth.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useOnce } from '../../../lib/one-at-a-time.ts'
import { told } from '../../../lib/told.ts'
import { trpc } from '../../../trpc.ts'
import { useDeleteProfile } from '../data.ts'
import { HideButton } from './hide-button.tsx'

/** The editor of a dog, which another feature renders. */
type DogEditor = ComponentType<{
  dog: Dog
  rules: 'admin'
  saving: boolean
  onSave: (changes: DogChanges) => void
  onCancel: () => void
  onDirty: (isDirty: boolean) => void
}>

interface EditDogDialogProps {
  dog: Dog
  opened: boolean
  onClose: () => void
  Editor: DogEditor
}

/** Photos are saved at once, fields by "Save Changes". Asks before it drops typed input. */
function EditDogDialog({ dog, opened, onClose, Editor }: EditDogDialogProps) {
  const edit = useOnce(
    trpc.admin.editDog.useMutation(told('Dog profile updated successfully', 'Failed to update dog profile', onClose)),
  )
  const isDirty = useRef(false)
  const [isLeaving, setLeaving] = useState(false)
  const close = () => (isDirty.current ? setLeaving(true) : onClose())
  return (
    <>
      <Dialog opened={opened} onClose={close} title="Edit Dog Profile" size="lg" pending={edit.isPending} keepsClicks>
        <Editor
          dog={dog}
          rules="admin"
          saving={edit.isPending}
          onSave={changes => edit.start({ dogId: dog.id, ...changes })}
          onCancel={onClose}
          onDirty={dirty => {
            isDirty.current = dirty
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false)
          onClose()
        }}
        title="Leave without saving?"
        cancelLabel="Stay"
        confirmLabel="Leave"
        destructive
      >
        What you changed about <bdi>{dog.name}</bdi> will be lost.
      </ConfirmDialog>
    </>
  )
}

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
  const remove = useOnce(useDeleteProfile())
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
        onConfirm={() => remove.start({ dogId: dog.id })}
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
