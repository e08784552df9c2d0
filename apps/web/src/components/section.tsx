import { type ComponentProps, type ReactNode, useId } from 'react'

interface SectionProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode
  /** The class of its heading. */
  look?: string
}

/** A part of a page, named by its heading. */
export function Section({ title, look = 'section-title', children, ...section }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} {...section}>
      <h2 id={id} className={look}>
        {title}
      </h2>
      {children}
    </section>
  )
}
