import { IconPhone } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
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

export const Call = ({ phone }: { phone: string }) => (
  <a className="tap text-name bold" style={{ gap: 8 }} href={`tel:${phone}`}>
    <IconPhone size={22} aria-hidden="true" /> {phone}
  </a>
)

/** A part of the page that takes the focus as it opens. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className={`stack-24 ${classes.box} ${classes.panel}`}>
      <h2 ref={heading} id={id} tabIndex={-1} className="text-name">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** What is to be pressed on these pages. */
export const BigButton = (props: ComponentProps<typeof Button>) => <Button size="lg" fullWidth {...props} />
export const BigLink = (props: ComponentProps<typeof ButtonLink>) => <ButtonLink size="lg" fullWidth {...props} />
