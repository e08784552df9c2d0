import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import type { Place } from '@barkyard/domain/place'
import type { Dog, NewDog } from '@barkyard/domain/schemas/dog'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { serverMessage } from '../../../lib/errors.ts'
import { uploadPhoto, usablePhotos } from '../../../lib/photo-upload.ts'
import { toast, toastError } from '../../../lib/toast.ts'
import { trpc } from '../../../trpc.ts'
import { changesOf } from '../edit/dog-fields.ts'

export interface ChosenPhoto {
  file: File
  /** Its address, by which it is told from others. */
  preview: string
  state: 'chosen' | 'sending' | 'sent' | 'failed'
  /** The part that is already sent, 0 to 1. */
  share: number
  error: string | null
}

const UPLOAD_FAILED = 'Photo upload failed'

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

  return { photos, isPreparing: preparing > 0, add, remove, sendAll, isGone }
}

export type ChosenPhotos = ReturnType<typeof useChosenPhotos>

type Made = Pick<Dog, 'id' | 'name'>

interface Wanted {
  dog: NewDog
  city: string
  /** From the browser, or null for a city alone. */
  at: Place | null
}

/** Everything is refreshed once, at the end. */
const later = { meta: { refresh: [] } }

/** Saves city, dog and photos one by one; goes on after a failure. `clientId`: one dog even if an answer is lost. */
export function useCreateProfile(photos: ChosenPhotos, clientId: string, onFinished: () => void) {
  const [made, setMade] = useState<Made | null>(null)
  const finished = useRef(false)
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const place = trpc.location.set.useMutation(later)
  const create = trpc.dogs.create.useMutation(later)
  const edit = trpc.dogs.edit.useMutation(later)

  const make = async ({ dog, city, at }: Wanted): Promise<Made> => {
    await place.mutateAsync({ city, ...(at ?? { lat: null, lng: null }) })
    // If the answer to an earlier try was lost, this is the dog of that try. Update it with the latest input.
    const created = await create.mutateAsync({ ...dog, clientId })
    const since = changesOf(created, { ...dog, bio: dog.bio ?? null })
    return Object.keys(since).length > 0 ? edit.mutateAsync({ id: created.id, ...since }) : created
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: Wanted) => {
      const dog = made ?? (await make(wanted))
      setMade(dog)
      return { dog, why: await photos.sendAll(dog.id) }
    },
    onSuccess: ({ dog: { id, name }, why }) => {
      if (photos.isGone()) return
      if (why !== null)
        return toast({ title: UPLOAD_FAILED, ...(why !== UPLOAD_FAILED && { message: why }), destructive: true })
      finished.current = true
      onFinished()
      toast({ title: 'Profile created!', message: `Welcome to Barkyard. Let's find playmates for ${name}.` })
      // My Dogs then asks for what this wizard leaves out.
      void navigate('/my-dogs', { state: { made: id } })
    },
    onError: error => {
      toastError(error, 'Something went wrong. Please try again.', 'Error creating profile')
      return utils.invalidate()
    },
  })

  /** Whether the profile is complete, so that leaving needs no confirmation. Read while navigating, so it is not a state. */
  const isFinished = () => finished.current

  return { submit: mutate, busy: isPending, made, isFinished }
}
