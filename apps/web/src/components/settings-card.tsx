import type { IconProps } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, type RefObject, useId } from 'react'
import { Button } from './button.tsx'
import classes from './settings-card.module.css'

/** The class of a form in one line: fields, and a button beside them. */
export const fieldsLine = `row-12 ${classes.line}`

interface SettingsCardProps {
  title: string
  /** Receives the focus when the focused element disappears. */
  headingRef?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

export function Card({ title, headingRef, children }: SettingsCardProps) {
  const id = useId()
  return (
    <section className="card stack-16" style={{ padding: 'clamp(16px, 4vw, 24px)' }} aria-labelledby={id}>
      <h2 ref={headingRef} id={id} tabIndex={-1} className="text-name">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface RowProps {
  title: string
  children: ReactNode
  /** The label of its button; null: none. */
  button?: string | null
  onPress?: () => void
  action?: ReactNode
}

/** A setting with a description and its button at the right, or below on a phone. */
export const Row = ({ title, children, button, onPress, action }: RowProps) => (
  <div className={`row-12 center between ${classes.row}`}>
    <div className="grow" style={{ flexBasis: 260 }}>
      <h3 className="label breakable">{title}</h3>
      {children}
    </div>
    {action ??
      (button ? (
        <Button variant="default" onClick={onPress}>
          {button}
        </Button>
      ) : null)}
  </div>
)

interface ThingProps {
  Icon: ComponentType<IconProps>
  title: ReactNode
  children: ReactNode
  action: ReactNode
}

/** A row of a list in a card: a device, a token, with its button. */
export const Thing = ({ Icon, title, children, action }: ThingProps) => (
  <li className="line-12" style={{ paddingBlock: 8 }}>
    <Icon size={28} stroke={1.5} className="quiet no-shrink" aria-hidden="true" />
    <div className="grow">
      <p className="bold breakable">{title}</p>
      {children}
    </div>
    {action}
  </li>
)

/** In place of a card while an admin acts as somebody else's dog. @param text what is closed: "your devices" */
export const ClosedCard = ({ title, text }: { title: string; text: string }) => (
  <Card title={title}>
    <p>You can't see {text} while you act as somebody else's dog. Stop impersonating first.</p>
  </Card>
)
