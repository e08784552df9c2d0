import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { lazyDialog } from '../../../components/lazy-with-retry.tsx'

/** Downloaded when it is first opened. */
const ShareDialog = lazyDialog(() => import('./share-dialog.tsx').then(module => module.ShareDialog))

/** For one's own dogs alone: others did not agree that their photos leave the yard. */
export function ShareButton({ dog }: { dog: Dog }) {
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
      {isOpen === null ? null : <ShareDialog dog={dog} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
