import { useMediaQuery } from '@mantine/hooks'
import { BackCloses } from '../back-closes.tsx'
import { Dialog } from '../dialog.tsx'
import { ErrorState } from '../error-state.tsx'
import { inPlace, lazyWithRetry } from '../lazy-with-retry.tsx'
import { Spinner } from '../loading.tsx'
import type { Opened } from '../mounted-when-opened.tsx'
import type { PlanFormProps } from './plan-form.tsx'
import { useOfferedParks } from './use-offered-parks.ts'

const PlanForm = lazyWithRetry(() => import('./plan-form.tsx').then(module => module.PlanForm), inPlace)

interface PlanDialogProps extends Opened {
  title: string
  /** A function: of whether all offered parks are the built-in ones. */
  intro: string | ((isBuiltIn: boolean) => string)
  /** The match that will meet, whose parks are offered; null: a walk's. */
  matchId: string | null
  form: Omit<PlanFormProps, 'onCancel' | 'parks'>
}

/** Small windows: also those of a phone held sideways. */
const SMALL = '(max-width: 47.99em), (max-height: 30em)'

/** Picks a time and a park. It opens at once, and map and calendar are downloaded into it. Full screen on phones. */
export function PlanDialog({ title, intro, matchId, opened, onClose, form }: PlanDialogProps) {
  const phone = useMediaQuery(SMALL, undefined, { getInitialValueInEffect: false })
  const { parks, isBuiltIn, failed, retry } = useOfferedParks(matchId, form.start.park, opened)
  const close = () => {
    if (!form.pending) onClose()
  }

  return (
    <>
      {opened ? <BackCloses onBack={close} /> : null}
      <Dialog opened={opened} onClose={close} title={title} size={920} fullScreen={phone} keepsClicks>
        <p className="quiet" style={{ marginBottom: 16 }}>
          {typeof intro === 'string' ? intro : intro(isBuiltIn)}
        </p>
        {parks ? (
          <PlanForm {...form} parks={parks} onCancel={close} />
        ) : failed ? (
          <ErrorState title="We couldn't load the parks" error={failed} onRetry={retry} />
        ) : (
          <Spinner />
        )}
      </Dialog>
    </>
  )
}
