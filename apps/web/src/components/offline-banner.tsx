import { missingParts, useOnline } from '../offline/missing.ts'
import { seenAt } from '../offline/seen-at.ts'
import classes from './offline-banner.module.css'

const seenText = (at: Date) =>
  at.toLocaleString(undefined, { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })

/** Says that there is no connection and what still works, and the age of an old page. */
export function OfflineBanner() {
  const online = useOnline()
  const at = seenAt.use()
  const isComplete = missingParts.use() === 0
  const trouble = online ? "We can't reach the yard." : "You're offline."
  // The live region must exist before its text, or it is not read out.
  return (
    <div role="status">
      {(at || !online) && !isComplete ? (
        <p className={classes.banner}>{trouble} Some of this page isn't available offline.</p>
      ) : at ? (
        <p className={classes.banner}>
          {trouble} You see what was here on <time dateTime={at.toISOString()}>{seenText(at)}</time>.
        </p>
      ) : online ? null : (
        <p className={classes.banner}>{trouble} This page stays open. The rest works again once you're back.</p>
      )}
    </div>
  )
}
