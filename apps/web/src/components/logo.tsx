import { logoSvg } from '@barkyard/art/logo'
import classes from './logo.module.css'

// The house takes the theme's grass; the rest of the mark is paint and the same by day and night.
const mark = { __html: logoSvg({ house: 'var(--grass)' }) }

/** The sign of the house: a nose in a dog-house, and the name. On narrow phones the app's header has room for the mark only. */
export const Logo = ({ compact }: { compact?: boolean }) => (
  <span className={classes.logo} data-compact={compact}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, no input in it */}
    <span className={classes.mark} dangerouslySetInnerHTML={mark} />
    <span className={classes.name}>Barkyard</span>
  </span>
)
