import { useId } from 'react'
import classes from './toggles.module.css'

interface PillChoiceProps<Value extends string> {
  legend: string
  value: Value | null
  options: readonly (readonly [value: Value, label: string, isOff?: boolean])[]
  /** They are all as wide then. */
  columns?: number
  onChange: (value: Value) => void
}

export function PillChoice<Value extends string>(props: PillChoiceProps<Value>) {
  const { legend, value, options, columns, onChange } = props
  const name = useId()
  const grid = columns ? { display: 'grid', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined
  return (
    <fieldset className="row-8" style={grid}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([key, label, isOff]) => (
        <label key={key} className={`tap relative ${classes.toggle}`} style={grid && { paddingInline: 0 }}>
          <input
            type="radio"
            className="cover-input"
            name={name}
            value={key}
            checked={key === value}
            disabled={isOff}
            onChange={() => onChange(key)}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              // It chooses, and does not send the form.
              event.preventDefault()
              onChange(key)
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
