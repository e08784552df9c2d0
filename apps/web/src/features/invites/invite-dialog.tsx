import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { mountedWhenOpened, type Opened } from '../../components/mounted-when-opened.tsx'
import { trpc } from '../../trpc.ts'

export const InviteDialog = mountedWhenOpened(({ opened, onClose }: Opened) => {
  const invite = trpc.invites.mine.useQuery(undefined, { throwOnError: false })
  return (
    <Dialog opened={opened} onClose={onClose} title="Invite a friend">
      <div className="stack-16" style={{ paddingBottom: 8 }}>
        <p>
          Send somebody your link. Once they've signed up with it and added a dog, we introduce the two of you: you'll
          each find the other's dog in your notifications.
        </p>
        <Loaded query={invite} failed="We couldn't load your link">
          {({ url }) => (
            <CopyField
              what="link"
              label="Your link"
              description="Always the same one, for as many friends as you like. Whoever opens it sees your first name and your dog's face and name."
              value={url}
              message="Send it to whoever you would like to meet here."
            />
          )}
        </Loaded>
      </div>
    </Dialog>
  )
})
