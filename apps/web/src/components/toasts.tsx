import { useWindowEvent } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type ComponentType, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useVisible } from '../lib/shown.ts'
import { dismissToast, shownToast, type Toast, toastTime } from '../lib/toast.ts'
import { Button } from './button.tsx'
import classes from './toasts.module.css'

const SWIPE = 50

/** Counts down. Hovering, focus inside and a hidden page pause the countdown. */
function useCountdown(toast: Toast, paused: boolean) {
  const left = useRef(toast.duration ?? toastTime.ms)
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

/** The room that a toast takes at the lower edge, for dialogs, which end above it. */
function useRoom() {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--toast-room', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0) + 24}px`)
    })
    if (card.current) observer.observe(card.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-room')
    }
  }, [])
  return card
}

/** Going on by a link or by Back ends a toast. An Undo is not lost by it, and what a write itself opens keeps its toast. */
function useEndsWithPage({ id, action }: Toast) {
  const end = () => {
    if (action?.label !== 'Undo') dismissToast(id)
  }
  useWindowEvent('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href]:not([href^="#"], [target], [download])')) end()
  })
  useWindowEvent('popstate', end)
}

function ToastCard({ toast, Offer }: { toast: Toast; Offer: ComponentType }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [start, setStart] = useState<number | null>(null)
  const [moved, setMoved] = useState(0)
  const hidden = !useVisible()
  const card = useRoom()
  useCountdown(toast, hovered || focused || hidden || start !== null)
  useEndsWithPage(toast)

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
      ref={card}
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
      <div className="line-8">
        <div className="breakable grow">
          <p className={`bold ${classes.title}`}>{toast.title}</p>
          {toast.message ? <p className="quiet text-small">{toast.message}</p> : null}
        </div>
        {toast.action ? (
          <Button
            variant="outline"
            style={{ paddingInline: 14 }}
            onClick={() => {
              toast.action?.onClick()
              dismissToast(toast.id)
            }}
          >
            {toast.action.label}
          </Button>
        ) : null}
        <button type="button" className="icon-button quiet" aria-label="Dismiss" onClick={() => dismissToast(toast.id)}>
          <IconX size={18} aria-hidden="true" />
        </button>
      </div>
      {toast.offers ? <Offer /> : null}
    </div>
  )
}

/** The region for toasts. Both live regions exist from the start, because a region that is added with its text is not read out. */
export function Toasts({ Offer }: { Offer: ComponentType }) {
  const toast = shownToast.use()
  const region = useRef<HTMLElement>(null)

  useWindowEvent('keydown', event => {
    if (event.key !== 'F8') return
    event.preventDefault()
    region.current?.focus()
  })

  const card = toast?.open ? <ToastCard key={toast.id} toast={toast} Offer={Offer} /> : null
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
