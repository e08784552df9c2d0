import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Whether something would be lost. */
  active: boolean
  /** Asked at the very moment of leaving: true lets it happen all the same. */
  isFree: () => boolean
  /** Whether a reload, too, would lose something; default: as `active`. */
  asksBeforeReload?: boolean
  onLeave?: () => void
  title: string
  /** What would be lost. */
  children: ReactNode
}

/** Asks before unsaved input is left behind, inside the app and at closing the tab. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { active, asksBeforeReload = active, isFree, onLeave, title, children } = props
  // Steps of a wizard are entries of one address.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname && !isFree(),
  )

  useEffect(() => {
    if (!asksBeforeReload) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asksBeforeReload, isFree])

  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      onConfirm={() => {
        onLeave?.()
        if (blocker.state === 'blocked') blocker.proceed()
      }}
      title={title}
      cancelLabel="Stay"
      confirmLabel="Leave"
      destructive
    >
      {children}
    </ConfirmDialog>
  )
}
