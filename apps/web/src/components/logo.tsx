import { logoSvg } from '@barkyard/art/logo'
import classes from './logo.module.css'

// The house has the theme's green. The other colours are the same in both themes.
const mark = { __html: logoSvg({ house: 'var(--grass)' }) }

/** The logo: a nose in a dog house, and the name. On narrow phones the header has room for the mark only. */
export const Logo = ({ compact }: { compact?: boolean }) => (
  <span className="line-8">
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, no input in it */}
    <span className="no-shrink" style={{ width: 36, height: 36 }} dangerouslySetInnerHTML={mark} />
    <span className={`display ${classes.name}`} data-compact={compact}>
      Barkyard
    </span>
  </span>
)
