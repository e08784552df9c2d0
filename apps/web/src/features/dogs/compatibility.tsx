import type { Compatibility as Score } from '@barkyard/domain/schemas/dog'
import { capital } from '../../lib/words.ts'
import classes from './compatibility.module.css'

interface CompatibilityProps {
  compatibility: Score
  /** The two dogs' names. */
  own: string
  other: string
}

/** The compatibility of two dogs: the score on a tag, and the reasons. */
export const Compatibility = ({ compatibility: { score, reasons }, own, other }: CompatibilityProps) => (
  <section className={classes.box} aria-labelledby="compatibility">
    <div className={classes.tag} role="img" aria-label={`${score}% match`}>
      <span className={classes.score} aria-hidden="true">
        {score}
        <span className={classes.percent}>%</span>
      </span>
    </div>
    <div>
      <h2 id="compatibility" className="text-lead breakable">
        {own} and {other}
      </h2>
      <p className={classes.reasons}>
        {reasons.length > 0 ? capital(reasons.join(', ')) : 'Quite different. That can be fun too.'}
      </p>
    </div>
  </section>
)
