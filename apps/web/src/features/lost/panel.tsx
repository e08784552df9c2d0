import { IconPhone } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './lost.module.css'

export const Call = ({ phone }: { phone: string }) => (
  <a className="tap text-name bold" style={{ gap: 8 }} href={`tel:${phone}`}>
    <IconPhone size={22} aria-hidden="true" /> {phone}
  </a>
)

/** A part of the page that takes the focus as it opens. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className={`stack-24 ${classes.box} ${classes.panel}`}>
      <h2 ref={heading} id={id} tabIndex={-1} className="text-name">
        {title}
      </h2>
      {children}
    </section>
  )
}
