import buttons from '../../components/button.module.css'
import { Logo } from '../../components/logo.tsx'
import { ThemeToggle } from '../../components/theme-toggle.tsx'
import classes from './top-bar.module.css'

const SECTIONS = [
  { href: '#features', label: 'Features' },
  { href: '#safety', label: 'Safety' },
  { href: '#about', label: 'About' },
]

const Anchors = ({ className, label }: { className: string | undefined; label: string }) => (
  <nav className={className} aria-label={label}>
    {SECTIONS.map(section => (
      <a key={section.href} href={section.href}>
        {section.label}
      </a>
    ))}
  </nav>
)

/** Sticky. On phones the anchors are in a separate row below it, which scrolls away. */
export const TopBar = () => (
  <>
    <header className={classes.bar}>
      <div className={`page-width line ${classes.inner}`}>
        <a className="tap plain-link" href="/" aria-label="Barkyard, home">
          <Logo />
        </a>
        <Anchors className={classes.anchors} label="Sections" />
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
    <Anchors className={classes.row} label="Sections" />
  </>
)
