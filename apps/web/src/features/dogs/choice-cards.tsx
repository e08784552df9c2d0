import { type ReactNode, useId } from 'react'
import toggles from '../../components/toggles.module.css'
import classes from './choice-cards.module.css'

interface ChoiceCardsProps<T extends string> {
  legend: ReactNode
  /** The name of the inputs, by which a field with an error is found. */
  name: string
  /** With a picture, a choice is a tall card. Else it is a pill, with or without an icon. */
  choices: readonly { value: T; label: string; picture?: ReactNode; icon?: ReactNode }[]
  /** Default checkbox: several. */
  type?: 'radio' | 'checkbox'
  chosen: readonly (T | null)[]
  /** Told in the order of the choices, whatever order they are ticked in. */
  onChange: (chosen: T[]) => void
  error?: ReactNode
  /** Called after a tap or click, not for the keyboard, whose arrows choose one after the other. */
  onTapped?: () => void
}

/** A choice of one or several, as cards with a picture or as pills. Built from radio buttons or checkboxes. */
export function ChoiceCards<T extends string>(props: ChoiceCardsProps<T>) {
  const { legend, name, choices, type = 'checkbox', chosen, onChange, error, onTapped } = props
  const errorId = useId()
  const toggle = (value: T) =>
    choices
      .map(choice => choice.value)
      .filter(one => (type === 'radio' ? one === value : (one === value) !== chosen.includes(one)))
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="bold mb-8">{legend}</legend>
      <div className="row-8">
        {choices.map(({ value, label, picture, icon }) => (
          <label
            key={value}
            className={`tap relative ${toggles.toggle} ${classes.choice}`}
            data-picture={picture ? true : undefined}
            data-invalid={error ? true : undefined}
            // Once the label has given its input the focus.
            onPointerUp={() => onTapped && setTimeout(onTapped)}
          >
            <input
              className="cover-input"
              type={type}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => onChange(toggle(value))}
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
