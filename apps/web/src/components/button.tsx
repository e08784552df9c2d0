import type { IconProps } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ComponentType, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './button.module.css'

interface Look {
  variant?: 'filled' | 'default' | 'light' | 'outline' | 'subtle'
  /** Default: grass. Not for the variant `default`. */
  color?: 'grass' | 'collar' | 'ball'
  /** The least height: 36, 44 (md, the default) or 50 px. */
  size?: 'sm' | 'md' | 'lg'
  fullWidth?: boolean
  Icon?: ComponentType<IconProps>
  leftSection?: ReactNode
  rightSection?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Splits the props of a button into what is drawn and what is left for its element. */
function drawn<Rest>(props: Look & Rest) {
  const {
    variant = 'filled',
    color = 'grass',
    size = 'md',
    fullWidth,
    Icon,
    leftSection = Icon && <Icon size={20} aria-hidden="true" />,
    rightSection,
    className,
    children,
    ...rest
  } = props
  return {
    rest,
    look: {
      className: `${classes.button} ${fullWidth ? 'full' : ''} ${className ?? ''}`,
      'data-variant': variant,
      'data-color': color,
      'data-size': size,
      'data-left': leftSection ? true : undefined,
      'data-right': rightSection ? true : undefined,
    },
    inside: (
      <span className="line-8 middle">
        {/* A label of two lines leaves the icon its size. */}
        {leftSection ? <span className="line no-shrink">{leftSection}</span> : null}
        <span className={classes.label}>{children}</span>
        {rightSection ? <span className="line no-shrink">{rightSection}</span> : null}
      </span>
    ),
  }
}

type ButtonProps = Look &
  Omit<ComponentPropsWithRef<'button'>, keyof Look> & {
    /** What it says while it waits for an answer. Clicks do nothing then, and it keeps the focus. */
    pending?: string | false
  }

/**
 * A pill with a label. Our own, because the first paint of most screens has one: Mantine's needs its provider, its
 * theme and its styles, 16 KB.
 *
 * Use `aria-disabled` while it waits for an answer: clicks do nothing, and it keeps the focus. `disabled` loses it, and
 * after a failure the keyboard is at the top of the page, outside a dialog that is still open.
 */
export function Button({ pending = false, type = 'button', onClick, ...props }: ButtonProps) {
  const { look, rest, inside } = drawn(pending ? { ...props, children: pending, 'aria-disabled': true } : props)
  const isOff = rest['aria-disabled'] === true
  return (
    <button {...look} {...rest} type={type} onClick={isOff ? event => event.preventDefault() : onClick}>
      {inside}
    </button>
  )
}

/** A link that looks like a button. With `reloadDocument` it leaves the app, for addresses of the API. */
export function ButtonLink(props: Look & Omit<ComponentPropsWithRef<typeof Link>, keyof Look>) {
  const { look, rest, inside } = drawn(props)
  return (
    <Link {...look} {...rest}>
      {inside}
    </Link>
  )
}
