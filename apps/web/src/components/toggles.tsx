import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { capital } from '../lib/words.ts'
import classes from './toggles.module.css'

interface TogglesProps<T extends string> {
  title: string
  all: readonly T[]
  chosen: readonly T[]
  /** Default: the options themselves, capitalized. */
  words?: Record<T, string>
  onChange: (chosen: T[]) => void
  note?: ReactNode
}

/** Options that toggle one by one. The list keeps their order. */
export function Toggles<T extends string>({ title, all, chosen, words, onChange, note }: TogglesProps<T>) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out with the rest
    <div role="group" aria-labelledby={id} className="stack-8">
      <h3 id={id} className="label">
        {title}
      </h3>
      <div className="row-8">
        {all.map(word => {
          const on = chosen.includes(word)
          return (
            <button
              key={word}
              type="button"
              className={`tap ${classes.toggle}`}
              aria-pressed={on}
              onClick={() => onChange(all.filter(one => (one === word ? !on : chosen.includes(one))))}
            >
              {on ? <IconCheck size={16} stroke={3} aria-hidden="true" /> : null}
              <span>{words?.[word] ?? capital(word)}</span>
            </button>
          )
        })}
      </div>
      {note ? <p className="quiet text-small">{note}</p> : null}
    </div>
  )
}
