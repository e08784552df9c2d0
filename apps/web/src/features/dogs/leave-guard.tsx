import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Whether something would be lost. */
  active: boolean
  /** Asked at the very moment of leaving: true lets it happen all the same. */
  isFree: () => boolean
  /** Of the dog; may be empty. */
  name: string
  /** Its profile exists: only photos would be lost. */
  made: boolean
}

/** Asks before unsaved input is left behind, inside the app and at closing the tab. */
export function LeaveGuard({ active, isFree, name, made }: LeaveGuardProps) {
  const blocker = useBlocker(() => active && !isFree())

  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active, isFree])

  const dog = name || 'your dog'
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      onConfirm={() => blocker.state === 'blocked' && blocker.proceed()}
      title={made ? 'Leave without all photos?' : 'Leave without saving?'}
      cancelLabel="Stay"
      confirmLabel="Leave"
      destructive
    >
      {made
        ? `${dog}'s profile is saved. The photos that have not arrived will be lost.`
        : `What you told us about ${dog} will be lost.`}
    </ConfirmDialog>
  )
}
