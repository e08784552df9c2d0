import { useWindowEvent } from '@mantine/hooks'
import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './hint.module.css'

const DELAY = 700
/** In ms. Within this time after a hint, the next one opens without delay. */
const SKIP_WINDOW = 300

let lastOpen = Number.NEGATIVE_INFINITY

interface Place {
  x: number
  y: number
  below: boolean
}

/** Above the element, or below it if there is no room, always within the window. */
function placeOf(element: Element): Place {
  const box = element.getBoundingClientRect()
  const below = box.top < 48
  const x = Math.min(Math.max(box.left + box.width / 2, 72), document.documentElement.clientWidth - 72)
  return { x, y: below ? box.bottom + 8 : box.top - 8, below }
}

interface HintProps {
  label: string
  /** One focusable element with an accessible name. The hint only repeats or adds to it. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/** A tooltip. Mantine's would add 20 KB of positioning code to every page. */
export function Hint({ label, children }: HintProps) {
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [place, setPlace] = useState<Place | null>(null)
  const open = place !== null

  const show = () => {
    clearTimeout(timer.current)
    const soon = Date.now() - lastOpen < SKIP_WINDOW
    timer.current = setTimeout(
      () => {
        const target = wrapper.current?.firstElementChild
        if (target) setPlace(placeOf(target))
      },
      soon ? 0 : DELAY,
    )
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (open) lastOpen = Date.now()
    setPlace(null)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  const close = () => setPlace(null)
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close())
  useWindowEvent('scroll', close, { capture: true, passive: true })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the element inside, which is operable
    <span
      ref={wrapper}
      style={{ display: 'contents' }}
      onPointerEnter={event => event.pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={event => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': open ? id : undefined })}
      {place
        ? createPortal(
            <span
              id={id}
              role="tooltip"
              className={classes.hint}
              data-below={place.below || undefined}
              style={{ left: place.x, top: place.y }}
            >
              {label}
            </span>,
            document.body,
          )
        : null}
    </span>
  )
}
