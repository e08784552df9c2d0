import { useId } from 'react'
import classes from './lost.module.css'

interface ChoicesProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string; text?: string }[]
  /** null: none yet. */
  chosen: Value | null
  onChoose: (value: Value) => void
  /** Short ones stand side by side. */
  isShort?: boolean
}

/** One of a few choices, each as large as a thumb. */
export function Choices<Value extends string>({ legend, options, chosen, onChoose, isShort }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={classes.label}>{legend}</legend>
      <div className={classes.choices} data-short={isShort || undefined}>
        {options.map(({ value, label, text }) => (
          <label key={value} className={classes.choice}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className={classes.radio}
            />
            <span className="grow">
              <span className="bold">{label}</span>
              {text ? <span className={classes.choiceText}>{text}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
