import { toggleTheme } from '../theme-choice.ts'

const icon = {
  width: 22,
  height: 22,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Rendered for both themes: the server knows none. The landing page's script finds it by `data-theme-toggle`. */
export const ThemeToggle = () => (
  <button type="button" className="icon-button" data-theme-toggle="" onClick={toggleTheme}>
    <span className="by-day">
      <span className="visually-hidden">Switch to the dark theme</span>
      <svg {...icon} aria-hidden="true">
        <circle cx="12" cy="12" r="4" />
        <path d="M12 3v1m0 16v1m9-9h-1M4 12H3m15.4-6.4-.8.8M6.4 17.6l-.8.8m12.8 0-.8-.8M6.4 6.4l-.8-.8" />
      </svg>
    </span>
    <span className="by-night">
      <span className="visually-hidden">Switch to the light theme</span>
      <svg {...icon} aria-hidden="true">
        <path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9" />
      </svg>
    </span>
  </button>
)
