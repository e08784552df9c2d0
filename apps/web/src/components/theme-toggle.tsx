import { toggleTheme, useTheme } from '../theme-choice.ts'
import classes from './theme-toggle.module.css'

/** Flips between day and night. Plain HTML: the landing page has it too. */
export function ThemeToggle() {
  const dark = useTheme() === 'dark'
  const label = dark ? 'Switch to the light theme' : 'Switch to the dark theme'
  return (
    <button type="button" className={classes.toggle} aria-label={label} onClick={toggleTheme}>
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {dark ? (
          <path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9" />
        ) : (
          <>
            <circle cx="12" cy="12" r="4" />
            <path d="M12 3v1m0 16v1m9-9h-1M4 12H3m15.4-6.4-.8.8M6.4 17.6l-.8.8m12.8 0-.8-.8M6.4 6.4l-.8-.8" />
          </>
        )}
      </svg>
    </button>
  )
}
