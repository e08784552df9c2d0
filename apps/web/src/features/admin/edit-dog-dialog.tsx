import type { Dog, DogChanges } from '@barkyard/domain/schemas/dog'
import type { ComponentType } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useEditDog } from './data.ts'

/** The editor of a dog, drawn by another feature. */
export type DogEditor = ComponentType<{
  dog: Dog
  rules: 'admin'
  saving: boolean
  onSave: (changes: DogChanges) => void
  onCancel: () => void
}>

interface EditDogDialogProps {
  dog: Dog
  opened: boolean
  onClose: () => void
  Editor: DogEditor
}

/** Photos change at once; the fields with "Save Changes". */
export function EditDogDialog({ dog, opened, onClose, Editor }: EditDogDialogProps) {
  const edit = useEditDog(onClose)
  const save = useOneAtATime(edit.mutate)
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit Dog Profile" size="lg" pending={edit.isPending} keepsClicks>
      <Editor
        dog={dog}
        rules="admin"
        saving={edit.isPending}
        onSave={changes => save({ dogId: dog.id, ...changes })}
        onCancel={onClose}
      />
    </Dialog>
  )
}
