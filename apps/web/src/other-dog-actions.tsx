import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconBan, IconFlag, IconHeartBroken, IconPawOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useActingDog, useUser } from './auth.ts'
import { ActionMenu, type MenuAction } from './components/action-menu.tsx'
import { lazyDialog } from './components/lazy-with-retry.tsx'
import { useSkipDog } from './features/skips/data.ts'
import { useAsked } from './lib/use-asked.ts'
import { trpc } from './trpc.ts'

// Downloaded when they are first wanted: a list of dogs has many menus, and few ever show a dialog.
const BlockDialogs = lazyDialog(() => import('./features/blocks/block-dialogs.tsx').then(module => module.BlockDialogs))
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
  const [isOpened, setOpened] = useState(false)
  const asked = useAsked<'block' | 'unmatch'>()
  // Null until a report is first asked for.
  const [isReporting, setReporting] = useState<boolean | null>(null)
  const acting = useActingDog()
  const isImpersonating = useUser()?.isImpersonating ?? false
  const skip = useSkipDog(leaveTo)
  const isAsked = isOpened && acting !== null
  const matches = trpc.matches.list.useQuery(undefined, { enabled: isAsked, throwOnError: false }).data?.items
  const matchId = matches?.find(({ otherDog }) => otherDog.id === dog.id)?.id ?? null
  const own: (MenuAction | false)[] = [
    canSkip &&
      acting !== null && {
        label: 'Not for us',
        Icon: IconPawOff,
        // Of a held Enter: it opens the menu again and chooses its first item.
        onChoose: () => skip.isPending || skip.mutate({ dogId: dog.id }),
      },
    matchId !== null && { label: 'Unmatch', Icon: IconHeartBroken, onChoose: () => asked.ask('unmatch') },
    { label: 'Block', Icon: IconBan, onChoose: () => asked.ask('block') },
    { label: 'Report', Icon: IconFlag, onChoose: () => setReporting(true) },
  ]
  // An admin who acts as somebody else's dog cannot block or report, because both belong to an account.
  const actions = [...first, ...(isImpersonating ? [] : own.filter(action => action !== false))]
  return (
    <>
      {actions.length > 0 ? (
        <ActionMenu label={`More about ${isolate(dog.name)}`} actions={actions} onOpen={() => setOpened(true)} />
      ) : null}
      {isOpened ? (
        <BlockDialogs
          dog={dog}
          matchId={matchId}
          asked={asked.subject}
          opened={asked.opened}
          onClose={asked.close}
          leaveTo={leaveTo}
        />
      ) : null}
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
