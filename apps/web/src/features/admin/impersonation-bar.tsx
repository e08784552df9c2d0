import { IconMask } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { useActingDog } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { toast, toastError } from '../../lib/toast.ts'
import { errorStatus, trpc } from '../../trpc.ts'
import classes from './impersonation-bar.module.css'

/** Shown at the top while an admin acts as somebody else's dog: names the dog and offers to stop. */
export function ImpersonationBar() {
  const dog = useActingDog()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const stop = trpc.admin.stopImpersonation.useMutation({
    // Leaves the page first: a chat of the dog would be "not found" as soon as the impersonation ends.
    meta: { refresh: [] },
    onSuccess: async () => {
      toast({ title: 'Stopped impersonation' })
      if (!location.pathname.startsWith('/admin')) await navigate('/admin')
      await utils.invalidate()
    },
    onError: error => {
      toastError(error, 'Failed to stop impersonation')
      // A user who is no longer an admin cannot impersonate, so the bar disappears.
      if (errorStatus(error) === 403) void utils.auth.user.invalidate()
    },
  })
  return (
    <section className={`line on-ball ${classes.bar}`} aria-label="Impersonation">
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
        onClick={() => stop.mutate()}
      >
        Stop Impersonating
      </Button>
    </section>
  )
}
