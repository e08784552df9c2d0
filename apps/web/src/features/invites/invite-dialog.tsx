import '../../styles/mantine-field.css'
import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { toast } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

/** The link of an invitation and a button to copy it. */
function InviteLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast({ title: 'Link copied', message: 'Send it to whoever you would like to meet here.' }),
      // Browsers allow copying only on https. Select the text for the keyboard instead.
      () => field.current?.select(),
    )
  return (
    <>
      <TextInput
        ref={field}
        label="Your link"
        description="Always the same one, for as many friends as you like. Whoever opens it sees your first name and your dog's face and name."
        value={url}
        readOnly
        spellCheck={false}
        onFocus={event => event.currentTarget.select()}
      />
      <Button onClick={() => void copy()}>Copy link</Button>
    </>
  )
}

/** Explains an invitation, and shows its link. */
export const InviteDialog = mountedWhenOpened(({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const invite = trpc.invites.mine.useQuery(undefined, { throwOnError: false })
  return (
    <Dialog opened={opened} onClose={onClose} title="Invite a friend">
      <div className="stack-16" style={{ paddingBottom: 8 }}>
        <p>
          Send somebody your link. Once they've signed up with it and added a dog, we introduce the two of you: you'll
          each find the other's dog in your notifications.
        </p>
        <Loaded query={invite} failed="We couldn't load your link">
          {({ url }) => <InviteLink url={url} />}
        </Loaded>
      </div>
    </Dialog>
  )
})
