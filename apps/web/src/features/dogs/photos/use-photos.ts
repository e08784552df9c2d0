import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Photo } from '@barkyard/domain/schemas/photo'
import { arrayMove } from '@dnd-kit/sortable'
import { useRef, useState } from 'react'
import { usablePhotos } from '../../../lib/photo-files.ts'
import { toast, toastError } from '../../../lib/toast.ts'
import { uploadPhoto } from '../../../lib/upload-photo.ts'
import { trpc } from '../../../trpc.ts'

/** `photos` in a given order. Photos that it does not name (added meanwhile) come last. */
function inWantedOrder(photos: readonly Photo[], wanted: readonly string[] | null): readonly Photo[] {
  if (!wanted) return photos
  const place = (photo: Photo) => (wanted.includes(photo.id) ? wanted.indexOf(photo.id) : wanted.length)
  return photos.toSorted((a, b) => place(a) - place(b))
}

/** A dog's photos as shown, and their moves, which are shown at once and saved one after the other. */
export function usePhotoOrder(dog: Dog) {
  const utils = trpc.useUtils()
  const save = trpc.dogs.orderPhotos.useMutation()
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[] | null>(null)
  const saving = useRef(false)
  const photos = inWantedOrder(dog.photos, wanted)

  /** Saves the newest order until there is no newer one. */
  const saveLatest = async () => {
    if (saving.current) return
    saving.current = true
    try {
      while (latest.current) {
        const photoIds = latest.current
        await save.mutateAsync({ id: dog.id, photoIds: [...photoIds] })
        if (latest.current === photoIds) latest.current = null
      }
    } catch (error) {
      latest.current = null
      toastError(error, 'Failed to save the order of the photos')
      await utils.invalidate()
    } finally {
      saving.current = false
      setWanted(null)
    }
  }

  const move = (from: number, to: number) => {
    const next = arrayMove([...photos], from, to).map(photo => photo.id)
    latest.current = next
    setWanted(next)
    void saveLatest()
  }

  return { photos, move, saving: wanted !== null }
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
