import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Photo } from '@barkyard/domain/schemas/photo'
import { arrayMove } from '@dnd-kit/sortable'
import { useState } from 'react'
import { uploadPhoto, usablePhotos } from '../../../lib/photo-upload.ts'
import { toast, toastError } from '../../../lib/toast.ts'
import { trpc } from '../../../trpc.ts'

/** Changes of a dog's photos are sent one after the other: an order that names a deleted one would be refused. */
const PHOTOS = { id: 'photos' }

/** A dog's photos as shown, and what moves one: shown at once, then saved. */
export function usePhotoOrder(dog: Dog) {
  const utils = trpc.useUtils()
  const save = trpc.dogs.orderPhotos.useMutation({
    scope: PHOTOS,
    onError: error => {
      toastError(error, 'Failed to save the order of the photos')
      return utils.invalidate()
    },
  })
  const wanted = save.isPending ? save.variables.photoIds : []
  // Those that it does not name (added meanwhile) come last.
  const place = ({ id }: Photo) => (wanted.includes(id) ? wanted.indexOf(id) : wanted.length)
  const photos = dog.photos.toSorted((a, b) => place(a) - place(b))
  return {
    photos,
    move: (from: number, to: number) =>
      save.mutate({ id: dog.id, photoIds: arrayMove(photos, from, to).map(photo => photo.id) }),
  }
}

/** Deletes a photo. The toast offers to restore it. @param onChange called after the photo is gone or back */
export function useDeletePhoto(onChange: () => void) {
  const restore = trpc.photos.restore.useMutation({
    onSuccess: onChange,
    onError: error => toastError(error, 'Failed to restore photo'),
  })
  return trpc.photos.delete.useMutation({
    scope: PHOTOS,
    onSuccess: (_, { photoId }) => {
      const undo = { label: 'Undo', onClick: () => restore.mutate({ photoId }) }
      toast({ title: 'Photo deleted successfully', action: undo })
      onChange()
    },
    onError: error => toastError(error, 'Failed to delete photo'),
  })
}

/** Uploads photos of a dog one at a time, and reports the result once. */
export function usePhotoUpload(dogId: string) {
  const utils = trpc.useUtils()
  /** "Uploading 2 of 3... 40%" while something is being sent. */
  const [progress, setProgress] = useState<string | null>(null)

  /** @param room the number of photos that the dog can still have */
  const upload = async (chosen: readonly File[], room: number) => {
    setProgress('One moment...')
    const files = await usablePhotos(chosen, room)
    if (files.length === 0) return setProgress(null)
    let [sent, failure] = [0, null as unknown]
    for (const [index, file] of files.entries()) {
      const words = files.length === 1 ? 'Uploading...' : `Uploading ${index + 1} of ${files.length}...`
      setProgress(words)
      // A small one is there before a number could be read.
      const onProgress = (share: number) => share < 1 && setProgress(`${words} ${Math.round(share * 100)}%`)
      try {
        await uploadPhoto(dogId, file, { onProgress })
        sent++
      } catch (error) {
        failure ??= error
      }
    }
    if (sent > 0) await utils.invalidate()
    setProgress(null)
    if (failure !== null) toastError(failure, files.length > 1 ? 'Failed to upload photos' : 'Failed to upload photo')
    else toast({ title: `${sent} photo(s) uploaded successfully` })
  }

  return { progress, upload }
}
