import { isolate } from '@barkyard/domain/isolate'
import { useEffect, useState } from 'react'
import { useUser } from './auth.ts'
import { ConfirmDialog } from './components/confirm-dialog.tsx'
import { Spinner } from './components/loading.tsx'
import { trpc } from './trpc.ts'

interface AskActAsProps {
  dogId: string
  onAgree: () => Promise<void>
  onDecline: () => void
}

/** A link from elsewhere is about another dog than the acting one: asks before anything changes. */
export function AskActAs({ dogId, onAgree, onDecline }: AskActAsProps) {
  const user = useUser()
  const dogs = trpc.dogs.mine.useQuery()
  const [pending, setPending] = useState(false)
  const dog = dogs.data?.find(({ id }) => id === dogId)
  const isForeign = dogs.data !== undefined && dog === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known whose dog it is
  useEffect(() => {
    if (isForeign) onDecline()
  }, [isForeign])
  if (!dog) return <Spinner />
  const acting = user?.dog?.name
  const title = `Open as ${isolate(dog.name)}?`
  const confirm = () => {
    if (pending) return
    setPending(true)
    void onAgree()
  }
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <ConfirmDialog
        opened
        onClose={onDecline}
        onConfirm={confirm}
        title={title}
        confirmLabel={`Open as ${isolate(dog.name)}`}
        cancelLabel={acting === undefined ? 'Not now' : `Stay ${acting}`}
        pending={pending}
        pendingLabel="Opening…"
      >
        <span>
          This link is about <bdi>{dog.name}</bdi>.
        </span>{' '}
        {acting === undefined ? null : (
          <span>
            {user?.isImpersonating
              ? `If you open it, you stop acting as ${isolate(acting)}.`
              : `You are ${isolate(acting)} now.`}
          </span>
        )}
      </ConfirmDialog>
    </>
  )
}
