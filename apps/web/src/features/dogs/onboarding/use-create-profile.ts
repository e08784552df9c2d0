import type { Place } from '@barkyard/domain/place'
import type { Dog, NewDog } from '@barkyard/domain/schemas/dog'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../../lib/toast.ts'
import { trpc } from '../../../trpc.ts'
import { changesOf } from '../edit/dog-fields.ts'
import { type ChosenPhotos, UPLOAD_FAILED } from './use-chosen-photos.ts'

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
