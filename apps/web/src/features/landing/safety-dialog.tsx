import { SafetyGuide } from '../../components/safety-guide.tsx'
import { openSafetyGuide } from '../../page/open-safety-guide.ts'
import classes from './safety-dialog.module.css'

/** What opens the guide. The server's page has no React: page/landing.ts finds it by its attribute. */
export const opensGuide = { 'aria-haspopup': 'dialog', 'data-safety-guide': '', onClick: openSafetyGuide } as const

export const SafetyDialog = () => (
  <dialog id="safety-guide" className={classes.dialog} aria-labelledby="safety-guide-title">
    <form method="dialog" className={`line between ${classes.head}`}>
      <h2 className="text-name" id="safety-guide-title">
        Safety guide
      </h2>
      <button type="submit" className="icon-button text-name" aria-label="Close">
        ×
      </button>
    </form>
    <div style={{ padding: '0 clamp(16px, 4vw, 24px) 24px' }}>
      <SafetyGuide />
    </div>
  </dialog>
)
