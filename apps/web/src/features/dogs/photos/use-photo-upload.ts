import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { useState } from 'react'
import { usablePhotos } from '../../lib/photo-files.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { uploadPhoto } from '../../lib/upload-photo.ts'
import { trpc } from '../../trpc.ts'

/** Uploads photos of a dog one at a time, and reports the result once. */
export function usePhotoUpload(dog: Dog) {
  const utils = trpc.useUtils()
  /** "Uploading 2 of 3..." while something is being sent. */
  const [progress, setProgress] = useState<string | null>(null)

  const upload = async (chosen: readonly File[]) => {
    setProgress('One moment...')
    const files = await usablePhotos(chosen, PHOTOS_PER_DOG - dog.photos.length)
    if (files.length === 0) return setProgress(null)
    let [sent, failure] = [0, null as unknown]
    for (const [index, file] of files.entries()) {
      setProgress(files.length === 1 ? 'Uploading...' : `Uploading ${index + 1} of ${files.length}...`)
      try {
        await uploadPhoto(dog.id, file)
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
