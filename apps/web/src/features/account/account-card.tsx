import type { AccountSetup } from '@barkyard/domain/schemas/account'
import type { User } from '@barkyard/domain/schemas/user'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { Card, Row } from '../../components/settings-card.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './account.module.css'
import { useSendVerification } from './data.ts'
import { NameForm } from './name-form.tsx'

// Downloaded beside the cards, which need none of what checks fields.
const ChangeEmailDialog = lazyDialog(() => import('./account-dialogs.tsx').then(module => module.ChangeEmailDialog))
const ChangePasswordDialog = lazyDialog(() =>
  import('./account-dialogs.tsx').then(module => module.ChangePasswordDialog),
)

interface AccountProps {
  user: User
  setup: AccountSetup
}

/** Why the address and password cannot be changed here; null if they can. */
function reasonOfFixed(setup: AccountSetup): string | null {
  if (setup.isDemo) return "This account is part of the demo. Everybody shares it, so it can't be changed."
  if (!setup.hasPassword) return 'Your sign-in provider manages it. Change it there.'
  return null
}

const NO_MAIL = 'This installation sends no mail.'

/** Whether the address is confirmed, and what to do if it is not. The demo's addresses take no mail. */
function Confirmation({ user, setup }: AccountProps) {
  const send = useSendVerification()
  const start = useOneAtATime<void>((_, options) => send.mutate(undefined, options))
  if (user.email === null || setup.isDemo) return null
  if (user.emailVerified) return <CollarTag tone="grass">confirmed</CollarTag>
  return (
    <>
      <CollarTag>not confirmed yet</CollarTag>
      {!setup.hasPassword ? (
        <span className="quiet text-small">Your sign-in provider has not confirmed it.</span>
      ) : setup.sendsMail ? (
        <Button variant="subtle" className={classes.inline} aria-disabled={send.isPending} onClick={() => start()}>
          {send.isPending ? 'Sending...' : 'Send the link again'}
        </Button>
      ) : (
        <span className="quiet text-small">{NO_MAIL} It cannot be confirmed here.</span>
      )}
    </>
  )
}

function EmailRow({ user, setup }: AccountProps) {
  const [isOpen, setOpen] = useState(false)
  const fixed = reasonOfFixed(setup)
  const close = () => setOpen(false)
  const why = fixed ?? (setup.sendsMail ? null : `${NO_MAIL} Please ask whoever runs it to change your address.`)
  return (
    <Row
      title="E-mail"
      action={
        why === null ? (
          <Button variant="default" onClick={() => setOpen(true)}>
            Change e-mail
          </Button>
        ) : null
      }
    >
      <div className={classes.email}>
        <span className="breakable">{user.email ?? 'Unknown until you sign in again'}</span>
        <Confirmation user={user} setup={setup} />
      </div>
      {why === null ? null : <p className="quiet text-small">{why}</p>}
      <ChangeEmailDialog opened={isOpen} onClose={close} email={user.email} />
    </Row>
  )
}

function PasswordRow({ user, setup }: AccountProps) {
  const [isOpen, setOpen] = useState(false)
  const fixed = reasonOfFixed(setup)
  const close = () => setOpen(false)
  return (
    <Row
      title="Password"
      action={
        fixed === null ? (
          <Button variant="default" onClick={() => setOpen(true)}>
            Change password
          </Button>
        ) : null
      }
    >
      <p className="quiet text-small">{fixed ?? 'Changing it signs you out on all other devices.'}</p>
      <ChangePasswordDialog opened={isOpen} onClose={close} email={user.email} />
    </Row>
  )
}

/** Who the account belongs to, and how they sign in. */
export const AccountCard = (props: AccountProps) => (
  <Card title="Name and sign-in">
    <NameForm user={props.user} />
    <EmailRow {...props} />
    <PasswordRow {...props} />
  </Card>
)
