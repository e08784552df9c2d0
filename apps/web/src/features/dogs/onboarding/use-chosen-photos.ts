import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { useEffect, useRef, useState } from 'react'
import { serverMessage } from '../../../lib/errors.ts'
import { uploadPhoto, usablePhotos } from '../../../lib/photo-upload.ts'

export interface ChosenPhoto {
  file: File
  /** Its address, by which it is told from others. */
  preview: string
  state: 'chosen' | 'sending' | 'sent' | 'failed'
  /** The part that is already sent, 0 to 1. */
  share: number
  error: string | null
}

export const UPLOAD_FAILED = 'Photo upload failed'

const chosen = (file: File): ChosenPhoto => ({
  file,
  preview: URL.createObjectURL(file),
  state: 'chosen',
  share: 0,
  error: null,
})

/** The photos of a dog that does not exist yet, and their upload once it does. */
export function useChosenPhotos() {
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([])
  /** Selections that are being checked and made smaller. */
  const [preparing, setPreparing] = useState(0)
  // The current value, also for work that began before the last render.
  const current = useRef(photos)
  const leaving = useRef(new AbortController())

  const become = (next: readonly ChosenPhoto[]) => {
    current.current = next
    setPhotos(next)
  }
  const change = (key: string, changes: Partial<ChosenPhoto>) =>
    become(current.current.map(photo => (photo.preview === key ? { ...photo, ...changes } : photo)))

  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => {
      controller.abort()
      for (const photo of current.current) URL.revokeObjectURL(photo.preview)
    }
  }, [])

  const add = async (files: readonly File[]) => {
    setPreparing(now => now + 1)
    const usable = await usablePhotos(files, PHOTOS_PER_DOG - current.current.length)
    setPreparing(now => now - 1)
    if (isGone()) return
    // Another selection may have been added while these were checked.
    const room = PHOTOS_PER_DOG - current.current.length
    become([...current.current, ...usable.slice(0, room).map(chosen)])
  }

  const remove = (key: string) => {
    URL.revokeObjectURL(key)
    become(current.current.filter(photo => photo.preview !== key))
  }

  /** Whether the user has left the page, which stops running uploads. */
  const isGone = () => leaving.current.signal.aborted

  /** Uploads the remaining photos one at a time. @returns the error of the first that failed, or null. */
  const sendAll = async (dogId: string): Promise<string | null> => {
    const failures: string[] = []
    for (const { preview: key, file, state } of current.current) {
      if (state === 'sent' || isGone()) continue
      change(key, { state: 'sending', share: 0, error: null })
      try {
        const onProgress = (share: number) => change(key, { share })
        await uploadPhoto(dogId, file, { onProgress, signal: leaving.current.signal })
        change(key, { state: 'sent' })
      } catch (failure) {
        const error = serverMessage(failure) ?? UPLOAD_FAILED
        change(key, { state: 'failed', error })
        failures.push(error)
      }
    }
    return failures[0] ?? null
  }

  const unsent = () => current.current.filter(photo => photo.state !== 'sent').length

  return { photos, isPreparing: preparing > 0, add, remove, sendAll, unsent, isGone }
}

export type ChosenPhotos = ReturnType<typeof useChosenPhotos>
