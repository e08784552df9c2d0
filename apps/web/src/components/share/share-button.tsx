import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { lazyDialog } from '../lazy-with-retry.tsx'

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx').then(module => module.ShareDialog))

interface ShareButtonProps {
  /** One's own: others did not agree that their photos leave the yard. */
  dog: Dog
  /** The dog it has matched with, which is shared with it as a drawing. */
  match?: Dog
}

export function ShareButton({ dog, match }: ShareButtonProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {isOpen === null ? null : <ShareDialog dog={dog} match={match} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
