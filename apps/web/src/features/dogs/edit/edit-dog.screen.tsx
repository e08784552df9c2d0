import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { useMay, useUser } from '../../../auth.ts'
import { LeaveGuard } from '../../../components/leave-guard.tsx'
import { Spinner } from '../../../components/loading.tsx'
import { Page } from '../../../components/page.tsx'
import { isNotADog, useDog, useEditDog, useMyDogs } from '../data.ts'
import { DogNotFound } from '../dog-columns.tsx'
import { DogEditor } from './dog-form.tsx'

function useWayBack(dogId: string) {
  const state = useLocation().state as { from?: string } | null
  return state?.from ?? `/dog/${dogId}`
}

function Editor({ dog, isOwn }: { dog: Dog; isOwn: boolean }) {
  const navigate = useNavigate()
  const wayBack = useWayBack(dog.id)
  const [isDirty, setDirty] = useState(false)
  const saved = useRef(false)
  const edit = useEditDog(() => {
    saved.current = true
    void navigate(wayBack)
  })
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the editor opens
  useEffect(() => void document.getElementById(hash.slice(1))?.scrollIntoView(), [])
  return (
    <Page title={`Edit ${isolate(dog.name)}`} width="narrow" back={{ to: wayBack, label: 'Back' }}>
      <DogEditor
        dog={dog}
        rules={isOwn ? 'owner' : 'admin'}
        saving={edit.isPending}
        onSave={changes => edit.mutate({ id: dog.id, ...changes })}
        onCancel={() => void navigate(wayBack)}
        onDirty={setDirty}
      />
      <LeaveGuard active={isDirty} isFree={() => saved.current} title="Leave without saving?">
        What you changed about <bdi>{dog.name}</bdi> will be lost.
      </LeaveGuard>
    </Page>
  )
}

/** The editor of a dog's profile (/dog/{id}/edit), for its owner and for admins. Others come to the profile. */
export function Component() {
  const { id = '' } = useParams()
  const isAdmin = useMay('dogs')
  const isImpersonating = useUser()?.isImpersonating
  const dog = useDog(id)
  const mine = useMyDogs()
  if (isNotADog(dog.error)) return <DogNotFound />
  if (!dog.data || !mine.data) return <Spinner />
  const isOwn = !isImpersonating && mine.data.some(one => one.id === dog.data.id)
  if (!isAdmin && !isOwn) return <Navigate to={`/dog/${id}`} replace />
  return <Editor key={id} dog={dog.data} isOwn={isOwn} />
}
