import { type ReactNode, useId } from 'react'
import classes from './choice-cards.module.css'

interface Choice<T extends string> {
  value: T
  label: string
  /** Makes a tall card of it. */
  picture?: ReactNode
  icon?: ReactNode
}

interface ChoiceCardsProps<T extends string> {
  legend: ReactNode
  /** Of the inputs; also what a problem is found by. */
  name: string
  choices: readonly Choice<T>[]
  error?: ReactNode
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
  const { type, legend, name, choices, error, has, toggle } = props
  const errorId = useId()
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.choices} data-invalid={error ? true : undefined}>
        {choices.map(({ value, label, picture, icon }) => (
          <label key={value} className={classes.choice} data-picture={picture ? true : undefined}>
            <input
              className={classes.input}
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
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

/** One of a few, as cards with a picture or as pills: radio buttons underneath. */
export const ChooseOne = <T extends string>({ value, onChange, ...rest }: OneProps<T>) => (
  <Cards {...rest} type="radio" has={one => one === value} toggle={onChange} />
)

/** Any of a few, as pills: checkboxes underneath. */
export const ChooseMany = <T extends string>({ values, onChange, ...rest }: ManyProps<T>) => (
  <Cards
    {...rest}
    type="checkbox"
    has={one => values.includes(one)}
    toggle={one => onChange(values.includes(one) ? values.filter(other => other !== one) : [...values, one])}
  />
)
