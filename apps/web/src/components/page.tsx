import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../lib/page-title.ts'
import classes from './page.module.css'

interface BackLinkProps {
  to: string
  label: string
}

const BACK = { gap: 8, marginLeft: -6, padding: '0 14px 0 6px', borderRadius: 99, textDecoration: 'none' }

export const BackLink = ({ to, label }: BackLinkProps) => (
  <Link className="tap quiet bold pressable no-shrink breakable" style={BACK} to={to}>
    <IconArrowLeft size={20} aria-hidden="true" />
    {label}
  </Link>
)

interface PageProps {
  /** The h1, and the document's title. */
  title: string
  subtitle?: ReactNode
  /** A link above the title, e.g. `{to: '/sniff', label: 'Back to sniffing'}`. onlyNarrow: a wide window has another one. */
  back?: BackLinkProps & { onlyNarrow?: boolean }
  actions?: ReactNode
  /** wide: 1,120 px, for grids. narrow: 680 px, for reading and forms. split: wide on a desktop alone. Default wide. */
  width?: 'wide' | 'narrow' | 'split'
  /** Less air around the title on a phone, so that more of what follows is in its first screen. */
  isLow?: boolean
  /** Hides the h1 from all but screen readers, for a page that shows its title differently. */
  hideTitle?: boolean
  children?: ReactNode
}

/** The frame of a screen: width, title, and the focus on the title after a navigation. */
export function Page({ title, subtitle, back, actions, width = 'wide', isLow, hideTitle, children }: PageProps) {
  const heading = usePageTitle(title)
  return (
    <div className={`page-width ${classes.page}`} data-width={width} data-low={isLow || undefined}>
      {back ? (
        <div className={classes.back} data-only-narrow={back.onlyNarrow || undefined}>
          <BackLink to={back.to} label={back.label} />
        </div>
      ) : null}
      <div className={hideTitle ? 'visually-hidden' : `row-12 between ${classes.top}`}>
        <div className="shrinkable">
          <h1 ref={heading} tabIndex={-1} className="text-title breakable">
            {title}
          </h1>
          {subtitle ? <p className="quiet mt-4">{subtitle}</p> : null}
        </div>
        {actions && !hideTitle ? <div className={`row-12 ${isLow ? 'sideways' : ''}`}>{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}
