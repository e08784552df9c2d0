import { useState } from 'react'
import { usablePhotos } from '../../../lib/photo-files.ts'
import { toast, toastError } from '../../../lib/toast.ts'
import { uploadPhoto } from '../../../lib/upload-photo.ts'
import { trpc } from '../../../trpc.ts'

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
