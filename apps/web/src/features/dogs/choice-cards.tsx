import { type ReactNode, useId } from 'react'
import classes from './choice-cards.module.css'

interface Choice<T extends string> {
  value: T
  label: string
  /** If given, the choice is a tall card. */
  picture?: ReactNode
  icon?: ReactNode
}

interface ChoiceCardsProps<T extends string> {
  legend: ReactNode
  /** The name of the inputs, by which a field with an error is found. */
  name: string
  choices: readonly Choice<T>[]
  error?: ReactNode
  /** Called after a tap or click, not for the keyboard, whose arrows choose one after the other. */
  onTapped?: () => void
}

interface OneProps<T extends string> extends ChoiceCardsProps<T> {
  value: T | null
  onChange: (value: T) => void
}

interface ManyProps<T extends string> extends ChoiceCardsProps<T> {
  values: readonly T[]
  onChange: (values: readonly T[]) => void
}

function Cards<T extends string>(
  props: ChoiceCardsProps<T> & { type: 'radio' | 'checkbox'; has: (value: T) => boolean; toggle: (value: T) => void },
) {
  const { type, legend, name, choices, error, onTapped, has, toggle } = props
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="bold mb-8">{legend}</legend>
      <div className={classes.choices} data-invalid={error ? true : undefined}>
        {choices.map(({ value, label, picture, icon }) => (
          <label
            key={value}
            className={classes.choice}
            data-picture={picture ? true : undefined}
            // Once the label has given its input the focus.
            onPointerUp={() => onTapped && setTimeout(onTapped)}
          >
            <input
              className="cover-input"
              type={type}
              name={name}
              value={value}
              checked={has(value)}
              onChange={() => toggle(value)}
            />
            {picture ?? icon}
            {label}
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} className="error mt-4">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

/** A choice of one, as cards with a picture or as pills. Built from radio buttons. */
export const ChooseOne = <T extends string>({ value, onChange, ...rest }: OneProps<T>) => (
  <Cards {...rest} type="radio" has={one => one === value} toggle={onChange} />
)

/** A choice of several, as pills. Built from checkboxes. */
export const ChooseMany = <T extends string>({ values, onChange, ...rest }: ManyProps<T>) => (
  <Cards
    {...rest}
    type="checkbox"
    has={one => values.includes(one)}
    toggle={one => onChange(values.includes(one) ? values.filter(other => other !== one) : [...values, one])}
  />
)
