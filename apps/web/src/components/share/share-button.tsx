import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { lazyDialog } from '../lazy-with-retry.tsx'

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx').then(module => module.ShareDialog))

/** For one's own dog: others did not agree that their photos leave the yard. `match` is shared as a drawing. */
export function ShareButton({ dog, match }: { dog: Dog; match?: Dog }) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button variant="default" Icon={IconShare} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen === null ? null : <ShareDialog dog={dog} match={match} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
