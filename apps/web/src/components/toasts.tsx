import { IconX } from '@tabler/icons-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { dismissToast, shownToast, TOAST_DURATION, type Toast } from '../lib/toast.ts'
import classes from './toasts.module.css'

const SWIPE = 50

/** Counts down. Hovering, focus inside and a hidden page pause the countdown. */
function useCountdown(toast: Toast, paused: boolean) {
  const left = useRef(toast.duration ?? TOAST_DURATION)
  useEffect(() => {
    if (paused) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - since))
    }
  }, [toast.id, paused])
}

function useHiddenPage() {
  const [hidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return hidden
}

function ToastCard({ toast }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [start, setStart] = useState<number | null>(null)
  const [moved, setMoved] = useState(0)
  const hidden = useHiddenPage()
  useCountdown(toast, hovered || focused || hidden || start !== null)

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart(event.clientX)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (start !== null) setMoved(Math.max(0, event.clientX - start))
  }
  const drop = (event: PointerEvent<HTMLDivElement>) => {
    // The position at release counts, because a fast swipe may end before the last move is rendered.
    if (start !== null && event.type === 'pointerup' && event.clientX - start >= SWIPE) dismissToast(toast.id)
    setStart(null)
    setMoved(0)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the gestures only add to the close button
    <div
      className={classes.toast}
      data-destructive={toast.destructive || undefined}
      data-dragging={start !== null || undefined}
      style={moved ? { transform: `translateX(${moved}px)`, opacity: 1 - moved / 300 } : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={event => event.key === 'Escape' && dismissToast(toast.id)}
    >
      <div className="breakable grow">
        <p className={classes.title}>{toast.title}</p>
        {toast.message ? <p className={classes.message}>{toast.message}</p> : null}
      </div>
      {toast.action ? (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toast.action?.onClick()
            dismissToast(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      <button
        type="button"
        className={`icon-button ${classes.close}`}
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
      >
        <IconX size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The region for toasts. Both live regions exist from the start, because a region that is added with its text is not read out. */
export function Toasts() {
  const toast = shownToast.use()
  const region = useRef<HTMLElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      event.preventDefault()
      region.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const card = toast?.open ? <ToastCard key={toast.id} toast={toast} /> : null
  return (
    <section ref={region} className={classes.region} aria-label="Notifications (F8)" tabIndex={-1}>
      <div role="status" aria-live="polite" aria-atomic="true">
        {toast?.destructive ? null : card}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="true">
        {toast?.destructive ? card : null}
      </div>
    </section>
  )
}
