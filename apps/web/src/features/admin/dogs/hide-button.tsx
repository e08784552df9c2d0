import { isolate } from '@barkyard/domain/isolate'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { told } from '../../../lib/toast.ts'
import { trpc } from '../../../trpc.ts'
import { StatementDialog } from '../statement-dialog.tsx'

interface HideButtonProps {
  dog: { id: string; name: string }
  isHidden: boolean
  size?: 'sm' | 'md'
}

export function HideButton({ dog: { id: dogId, name }, isHidden, size = 'md' }: HideButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const utils = trpc.useUtils()
  // Another moderator may have hidden it.
  const reread = () => void utils.invalidate()
  const hide = trpc.admin.hideDog.useMutation(told('Dog hidden', 'Failed to hide the dog', close, reread))
  const show = trpc.admin.showDog.useMutation(told('Shown again', 'Failed to show the dog'))
  return (
    <>
      {isHidden ? (
        <Button size={size} variant="default" aria-disabled={show.isPending} onClick={() => show.mutate({ dogId })}>
          Show <bdi>{name}</bdi> again
        </Button>
      ) : (
        <Button size={size} variant="outline" color="collar" onClick={() => setAsked(true)}>
          Hide<span className="visually-hidden"> {name}</span>
        </Button>
      )}
      <StatementDialog
        opened={isAsked}
        onClose={close}
        title={`Hide ${isolate(name)}`}
        text="Only its owner and moderators see it then. Its playdates are cancelled."
        button="Hide"
        pending={hide.isPending}
        onSubmit={entered => hide.mutate({ dogId, ...entered })}
      />
    </>
  )
}
