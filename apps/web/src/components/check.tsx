import { type ComponentProps, type ReactNode, useId } from 'react'

interface CheckProps extends ComponentProps<'input'> {
  /** Below its words. It describes the box, whose name is the words alone. */
  note?: ReactNode
}

/** A box to tick, or with `type="radio"` one of several, with its words beside it. */
export function Check({ note, children, ...input }: CheckProps) {
  const id = useId()
  return (
    <label className="line-12 target" style={{ alignItems: 'start', paddingBlock: 9, cursor: 'pointer' }}>
      <input
        type="checkbox"
        aria-labelledby={note ? `${id}words` : undefined}
        aria-describedby={note ? `${id}note` : undefined}
        {...input}
      />
      <span className="breakable">
        <span id={`${id}words`}>{children}</span>
        {note ? (
          <span id={`${id}note`} className="quiet text-small block">
            {note}
          </span>
        ) : null}
      </span>
    </label>
  )
}
