import { IconMask } from '@tabler/icons-react'
import { useActingDog } from '../../auth.ts'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useStopImpersonation } from './data.ts'
import classes from './impersonation-bar.module.css'

/** Shown at the top while an admin acts as somebody else's dog: names the dog and offers to stop. */
export function ImpersonationBar() {
  const dog = useActingDog()
  const stop = useStopImpersonation()
  const start = useOneAtATime<void>((_, options) => stop.mutate(undefined, options))
  return (
    <section className={classes.bar} aria-label="Impersonation">
      <IconMask className={classes.icon} size={22} aria-hidden="true" />
      <p className={classes.text}>
        You are acting as <strong>{dog?.name ?? 'somebody else'}</strong>
      </p>
      <button type="button" className={classes.stop} disabled={stop.isPending} onClick={() => start()}>
        Stop Impersonating
      </button>
    </section>
  )
}
