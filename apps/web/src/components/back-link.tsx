import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import classes from './back-link.module.css'

interface BackLinkProps {
  to: string
  label: string
  /** Shows only the arrow. The label is its accessible name. */
  iconOnly?: boolean
}

/** The link back, above a screen's title. */
export const BackLink = ({ to, label, iconOnly = false }: BackLinkProps) => (
  <Link
    className={classes.back}
    to={to}
    aria-label={iconOnly ? label : undefined}
    data-icon-only={iconOnly || undefined}
  >
    <IconArrowLeft size={iconOnly ? 22 : 20} aria-hidden="true" />
    {iconOnly ? null : label}
  </Link>
)
