import { SafetyGuide } from '../../components/safety-guide.tsx'
import { openSafetyGuide } from './open-safety-guide.ts'
import classes from './safety-dialog.module.css'

const SIDE = 'clamp(16px, 4vw, 24px)'
const HEAD = { position: 'sticky', top: 0, padding: `16px 14px 8px ${SIDE}`, background: 'var(--card)' } as const

/** What opens the guide. The server's page has no React: page/landing.ts finds it by its attribute. */
export const opensGuide = { 'aria-haspopup': 'dialog', 'data-safety-guide': '', onClick: openSafetyGuide } as const

export const SafetyDialog = () => (
  <dialog id="safety-guide" className={classes.dialog} aria-labelledby="safety-guide-title">
    <form method="dialog" className="line between" style={HEAD}>
      <h2 className="text-name" id="safety-guide-title">
        Safety guide
      </h2>
      <button type="submit" className="icon-button text-name" aria-label="Close">
        ×
      </button>
    </form>
    <div style={{ padding: `0 ${SIDE} 24px` }}>
      <SafetyGuide />
    </div>
  </dialog>
)
