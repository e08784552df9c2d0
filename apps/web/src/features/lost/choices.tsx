import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './lost.module.css'

interface ChoiceProps extends ComponentProps<'input'> {
  label: ReactNode
  text?: string | undefined
}

/** A box to tick, or with `type="radio"` one of a few choices, as large as a thumb. */
export const Choice = ({ label, text, ...input }: ChoiceProps) => (
  <label className={`line ${classes.box} ${classes.choice}`}>
    <input type="checkbox" {...input} />
    <span className="grow">
      {label}
      {text ? <span className="block">{text}</span> : null}
    </span>
  </label>
)

interface ChoicesProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string; text?: string }[]
  chosen: Value | null
  onChoose: (value: Value) => void
  /** Short ones stand side by side. */
  isShort?: boolean
}

export function Choices<Value extends string>({ legend, options, chosen, onChoose, isShort }: ChoicesProps<Value>) {
  const name = useId()
  const columns = isShort ? 'repeat(auto-fill, minmax(max(9.5rem, 30%), 1fr))' : undefined
  return (
    <fieldset>
      <legend className="bold mb-8">{legend}</legend>
      <div className="stack-8" style={{ gridTemplateColumns: columns }}>
        {options.map(({ value, label, text }) => (
          <Choice
            key={value}
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            label={<span className="bold">{label}</span>}
            text={text}
          />
        ))}
      </div>
    </fieldset>
  )
}
