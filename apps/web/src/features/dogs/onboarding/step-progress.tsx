import { STEPS } from './onboarding-draft.ts'
import classes from './step-progress.module.css'

/** A tennis ball that rolls towards the end of the lawn. */
export const StepProgress = ({ step }: { step: number }) => (
  <div className={classes.progress}>
    <p className={classes.text}>
      Step {step} of {STEPS}
    </p>
    <div
      className={classes.track}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={1}
      aria-valuemax={STEPS}
      aria-valuenow={step}
      aria-valuetext={`Step ${step} of ${STEPS}`}
    >
      <div className={classes.fill} style={{ width: `${(step / STEPS) * 100}%` }} />
      <div
        className={classes.ball}
        style={{ left: `${(step / STEPS) * 100}%`, rotate: `${(step / STEPS) * 720}deg` }}
      />
    </div>
  </div>
)
