import type { Dog, DogChanges } from '@barkyard/domain/schemas/dog'
import { type ComponentType, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { useEditDog } from '../data.ts'

/** The editor of a dog, which another feature renders. */
export type DogEditor = ComponentType<{
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
export function EditDogDialog({ dog, opened, onClose, Editor }: EditDogDialogProps) {
  const edit = useEditDog(onClose)
  const save = useOneAtATime(edit.mutate)
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
          onSave={changes => save({ dogId: dog.id, ...changes })}
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
