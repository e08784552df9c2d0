import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Whether something would be lost. */
  active: boolean
  /** Asked at the very moment of leaving: true lets it happen all the same. */
  isFree: () => boolean
  title: string
  /** What would be lost. */
  children: ReactNode
}

/** Asks before unsaved input is left behind, inside the app and at closing the tab. */
export function LeaveGuard({ active, isFree, title, children }: LeaveGuardProps) {
  const blocker = useBlocker(() => active && !isFree())

  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active, isFree])

  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      onConfirm={() => blocker.state === 'blocked' && blocker.proceed()}
      title={title}
      cancelLabel="Stay"
      confirmLabel="Leave"
      destructive
    >
      {children}
    </ConfirmDialog>
  )
}
