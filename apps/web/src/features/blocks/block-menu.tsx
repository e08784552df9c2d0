import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconBan, IconHeartBroken } from '@tabler/icons-react'
import { useState } from 'react'
import { useActingDog, useUser } from '../../auth.ts'
import { ActionMenu, type MenuAction } from '../../components/action-menu.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { useAsked } from '../../lib/use-asked.ts'
import { trpc } from '../../trpc.ts'

/** Downloaded when a menu is first opened, because a list of dogs has many menus. */
const BlockDialogs = lazyDialog(() => import('./block-dialogs.tsx').then(module => module.BlockDialogs))

/** The acting dog's match with a dog; null if there is none, and until it is loaded. */
function useMatchWith(dogId: string, enabled: boolean): string | null {
  const matches = trpc.matches.list.useQuery(undefined, { enabled, throwOnError: false })
  return matches.data?.items.find(({ otherDog }) => otherDog.id === dogId)?.id ?? null
}

interface BlockMenuProps {
  dog: Pick<Dog, 'id' | 'name'>
  /** The page to open once the dog is gone. Default: stay on the page. */
  leaveTo?: string | undefined
  /** Actions before and after its own. */
  first?: readonly MenuAction[]
  more?: readonly MenuAction[]
}

export function BlockMenu({ dog, leaveTo, first = [], more = [] }: BlockMenuProps) {
  const [isOpened, setOpened] = useState(false)
  const asked = useAsked<'block' | 'unmatch'>()
  const acting = useActingDog()
  const isImpersonating = useUser()?.isImpersonating ?? false
  const matchId = useMatchWith(dog.id, isOpened && acting !== null)
  const own: MenuAction[] = [
    ...(matchId ? [{ label: 'Unmatch', Icon: IconHeartBroken, onChoose: () => asked.ask('unmatch') }] : []),
    { label: 'Block', Icon: IconBan, onChoose: () => asked.ask('block') },
    ...more,
  ]
  // An admin who acts as somebody else's dog cannot block or report, because both belong to an account.
  const actions = isImpersonating ? first : [...first, ...own]
  if (actions.length === 0) return null
  return (
    <>
      <ActionMenu label={`More about ${isolate(dog.name)}`} actions={actions} onOpen={() => setOpened(true)} />
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
    </>
  )
}
