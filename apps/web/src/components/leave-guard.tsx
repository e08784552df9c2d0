import { useWindowEvent } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  active: boolean
  /** Called when leaving; true allows it without asking. */
  isFree: () => boolean
  /** Whether a reload would lose input too. Default: `active`. */
  asksBeforeReload?: boolean
  onLeave?: () => void
  title: string
  children: ReactNode
}

/** Asks before unsaved input is lost, when navigating and when closing the tab. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { active, asksBeforeReload = active, isFree, onLeave, title, children } = props
  // The steps of a wizard are history entries with the same address.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname && !isFree(),
  )

  useWindowEvent('beforeunload', event => {
    if (asksBeforeReload && !isFree()) event.preventDefault()
  })

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
