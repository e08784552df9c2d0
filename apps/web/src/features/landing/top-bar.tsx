import buttons from '../../components/button.module.css'
import { Logo } from '../../components/logo.tsx'
import { ThemeToggle } from '../../components/theme-toggle.tsx'
import classes from './landing.module.css'

const Anchors = () => (
  <nav className={`row-8 ${classes.anchors}`} aria-label="Sections">
    {['Features', 'Safety', 'About'].map(label => (
      <a key={label} className="tap plain-link bold pressable" href={`#${label.toLowerCase()}`}>
        {label}
      </a>
    ))}
  </nav>
)

/** Sticky. On phones the anchors are in a separate row below it, which scrolls away. */
export const TopBar = () => (
  <>
    <header className={classes.bar}>
      <div
        className="page-width line"
        style={{ flexWrap: 'wrap', gap: '0 clamp(8px, 3vw - 4px, 32px)', minHeight: 'var(--header-height)' }}
      >
        <a className="tap plain-link" href="/" aria-label="Barkyard, home">
          <Logo />
        </a>
        <Anchors />
        <div className={`line ${classes.actions}`}>
          <ThemeToggle />
          <a className={buttons.button} data-variant="subtle" href="/api/login">
            Log In
          </a>
          <a className={buttons.button} href="/api/login?new">
            Sign Up
          </a>
        </div>
      </div>
    </header>
    <Anchors />
  </>
)
