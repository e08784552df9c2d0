import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { share, useInviteLink } from '../../lib/share.ts'

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx').then(module => module.InviteDialog))

const WORDS = "Come and join us on Barkyard: sign up, add your dog, and we'll find each other."

/** Invites somebody, where they could join: with the device's share sheet, else with a link to copy. */
export function InviteButton() {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  // Read before the tap: the share sheet opens only right after it.
  const url = useInviteLink()
  const start = async () => {
    const shared = url ? await share({ title: 'Barkyard', text: WORDS, url }) : 'cannot'
    if (shared === 'cannot') setOpen(true)
  }
  if (url === null) return null
  return (
    <>
      <Button variant="default" Icon={IconUserPlus} onClick={() => void start()}>
        Invite a friend
      </Button>
      {isOpen === null ? null : <InviteDialog opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
