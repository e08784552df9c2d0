import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconFlag, IconPawOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useActingDog, useUser } from './auth.ts'
import type { MenuAction } from './components/action-menu.tsx'
import { lazyDialog } from './components/lazy-with-retry.tsx'
import { BlockMenu } from './features/blocks/block-menu.tsx'
import { useSkipDog } from './features/skips/data.ts'
import { useOnce } from './lib/one-at-a-time.ts'

const ReportDialog = lazyDialog(() =>
  import('./features/reports/report-dialog.tsx').then(module => module.ReportDialog),
)

interface OtherDogProps {
  dog: Dog
  /** The page to open once the dog is gone. Default: stay on the page. */
  leaveTo?: string
  canSkip?: boolean
  /** What else can be done where the menu is, before the rest. */
  first?: readonly MenuAction[]
}

export function OtherDogActions({ dog, leaveTo, canSkip = false, first = [] }: OtherDogProps) {
  // Null until a report is first asked for: many cards have a menu, and few ever show the dialog.
  const [isReporting, setReporting] = useState<boolean | null>(null)
  const acting = useActingDog()
  const isImpersonating = useUser()?.isImpersonating ?? false
  const skip = useOnce(useSkipDog(leaveTo))
  const notForUs = { label: 'Not for us', Icon: IconPawOff, onChoose: () => skip.start({ dogId: dog.id }) }
  return (
    <>
      <BlockMenu
        dog={dog}
        leaveTo={leaveTo}
        first={canSkip && acting && !isImpersonating ? [...first, notForUs] : first}
        more={[{ label: 'Report', Icon: IconFlag, onChoose: () => setReporting(true) }]}
      />
      {isReporting === null ? null : (
        <ReportDialog
          about={{ dogId: dog.id }}
          title={`Report ${isolate(dog.name)}`}
          attached="Photos of the dog, your last messages and the titles of your plans are attached."
          dog={dog}
          opened={isReporting}
          onClose={() => setReporting(false)}
          leaveTo={leaveTo}
        />
      )}
    </>
  )
}
