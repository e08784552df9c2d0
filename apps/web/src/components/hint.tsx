import { useWindowEvent } from '@mantine/hooks'
import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import classes from './hint.module.css'

const DELAY = 700
/** In ms. Within this time after a hint, the next one opens without delay. */
const SKIP_WINDOW = 300

let lastOpen = Number.NEGATIVE_INFINITY

interface HintProps {
  label: string
  /** One focusable element with an accessible name. The hint only repeats or adds to it. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/** A tooltip. Mantine's would add 20 KB of positioning code to every page. */
export function Hint({ label, children }: HintProps) {
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)

  const show = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), Date.now() - lastOpen < SKIP_WINDOW ? 0 : DELAY)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (isOpen) lastOpen = Date.now()
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && setOpen(false))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the element inside, which is operable
    <span
      onPointerEnter={event => event.pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={event => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': isOpen ? id : undefined })}
      {isOpen ? (
        <span id={id} role="tooltip" className={`text-small medium breakable ${classes.hint}`}>
          {label}
        </span>
      ) : null}
    </span>
  )
}
