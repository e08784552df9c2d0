import { useId } from 'react'
import classes from './toggles.module.css'

interface PillChoiceProps<Value extends string> {
  legend: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

/** Two or three choices side by side, one of them chosen. */
export function PillChoice<Value extends string>({ legend, value, options, onChange }: PillChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="row-8">
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([key, label]) => (
        <label key={key} className={`tap relative ${classes.toggle}`}>
          <input
            type="radio"
            className="cover-input"
            name={name}
            value={key}
            checked={key === value}
            onChange={() => onChange(key)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
