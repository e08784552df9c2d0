import type { Dog, DogChanges } from '@barkyard/domain/schemas/dog'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ComponentType, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../../../auth.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { toast, toastError, told } from '../../../lib/toast.ts'
import { trpc } from '../../../trpc.ts'
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

/** A moderator hides a dog on its page, or shows it again; an admin edits and deletes it. */
export function DogActions({ dog, Editor }: { dog: Dog; Editor: DogEditor }) {
  return useMay('dogs') ? (
    <AdminActions dog={dog} Editor={Editor} />
  ) : (
    <HideButton dog={dog} isHidden={dog.hidden === true} />
  )
}

/** In the editor, photos are saved at once, fields by "Save Changes". It asks before it drops typed input. */
function AdminActions({ dog, Editor }: { dog: Dog; Editor: DogEditor }) {
  const [shown, setShown] = useState<'edit' | 'delete' | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const isDirty = useRef(false)
  const close = () => {
    setShown(null)
    setLeaving(false)
  }
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const remove = trpc.admin.deleteDog.useMutation({
    // Leaves the page first: a refresh would show "Dog not found" for a moment.
    meta: { refresh: [] },
    onSuccess: async () => {
      toast({ title: 'Dog profile deleted successfully' })
      await navigate('/sniff')
      await utils.invalidate()
    },
    onError: error => toastError(error, 'Failed to delete dog profile'),
  })
  const edit = trpc.admin.editDog.useMutation(
    told('Dog profile updated successfully', 'Failed to update dog profile', close),
  )
  return (
    <div className="row-12">
      <Button variant="default" Icon={IconPencil} onClick={() => setShown('edit')}>
        Edit Profile (Admin)
      </Button>
      <Button variant="light" color="collar" Icon={IconTrash} onClick={() => setShown('delete')}>
        Delete Profile
      </Button>
      <Dialog
        opened={shown === 'edit'}
        onClose={() => (isDirty.current ? setLeaving(true) : close())}
        title="Edit Dog Profile"
        size="lg"
        pending={edit.isPending}
        keepsClicks
      >
        <Editor
          dog={dog}
          rules="admin"
          saving={edit.isPending}
          onSave={changes => edit.mutate({ dogId: dog.id, ...changes })}
          onCancel={close}
          onDirty={dirty => {
            isDirty.current = dirty
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={close}
        title="Leave without saving?"
        cancelLabel="Stay"
        confirmLabel="Leave"
        destructive
      >
        What you changed about <bdi>{dog.name}</bdi> will be lost.
      </ConfirmDialog>
      <ConfirmDialog
        opened={shown === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutate({ dogId: dog.id })}
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
