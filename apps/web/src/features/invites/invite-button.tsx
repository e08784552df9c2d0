import { IconUserPlus } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { share } from '../../lib/share.ts'
import { trpc } from '../../trpc.ts'

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx').then(module => module.InviteDialog))

const WORDS = "Come and join us on Barkyard: sign up, add your dog, and we'll find each other."

/** Invites somebody: with the device's share sheet, else with a link to copy. */
export function InviteButton({ variant = 'default' }: Pick<ComponentProps<typeof Button>, 'variant'>) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  // Read before the tap: the share sheet opens only right after it.
  const invite = trpc.invites.mine.useQuery(undefined, { throwOnError: false })
  const start = async () => {
    const shared = invite.data ? await share({ title: 'Barkyard', text: WORDS, url: invite.data.url }) : 'cannot'
    if (shared === 'cannot') setOpen(true)
  }
  return (
    <>
      <Button variant={variant} Icon={IconUserPlus} onClick={() => void start()}>
        Invite a friend
      </Button>
      {isOpen === null ? null : <InviteDialog opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
