import type { Dog } from '@barkyard/domain/schemas/dog'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { EditDogForm } from './edit-dog-form.tsx'
import { EditDogPhotos } from './edit-dog-photos.tsx'

interface EditDogDialogProps {
  dog: Dog
  opened: boolean
  onClose: () => void
}

/** Photos change at once; the fields with "Save Changes". */
export function EditDogDialog({ dog, opened, onClose }: EditDogDialogProps) {
  const [saving, setSaving] = useState(false)
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit Dog Profile" size="lg" pending={saving} keepsClicks>
      <EditDogPhotos dog={dog} />
      <EditDogForm dog={dog} onClose={onClose} onSaving={setSaving} />
    </Dialog>
  )
}
