import { IconMask } from '@tabler/icons-react'
import { useActingDog } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { useOnce } from '../../lib/one-at-a-time.ts'
import { useStopImpersonation } from './data.ts'
import classes from './impersonation-bar.module.css'

/** Shown at the top while an admin acts as somebody else's dog: names the dog and offers to stop. */
export function ImpersonationBar() {
  const dog = useActingDog()
  const stop = useOnce(useStopImpersonation())
  return (
    <section className={`line-12 on-ball ${classes.bar}`} aria-label="Impersonation">
      <IconMask className={`no-shrink ${classes.icon}`} size={22} aria-hidden="true" />
      <p className="clip shrinkable">
        You are acting as <strong>{dog?.name ?? 'somebody else'}</strong>
      </p>
      <Button
        variant="outline"
        color="ball"
        size="sm"
        className={`no-shrink target ${classes.stop}`}
        aria-disabled={stop.isPending}
        onClick={() => stop.start()}
      >
        Stop Impersonating
      </Button>
    </section>
  )
}
