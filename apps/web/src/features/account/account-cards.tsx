import type { AccountSetup } from '@barkyard/domain/schemas/account'
import type { User } from '@barkyard/domain/schemas/user'
import { FIRST_NAME_MISSING } from '@barkyard/domain/user'
import { TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card, ClosedCard, fieldsLine, Row } from '../../components/settings-card.tsx'
import { errorReason } from '../../lib/errors.ts'
import { told } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import { SessionsCard } from './sessions-card.tsx'

// Downloaded beside the cards, which need none of what checks fields.
const ChangeEmailDialog = lazyDialog(() => import('./sign-in-forms.tsx').then(module => module.ChangeEmailDialog))
const ChangePasswordDialog = lazyDialog(() => import('./sign-in-forms.tsx').then(module => module.ChangePasswordDialog))

const DeleteDialog = lazyDialog(() => import('./data-forms.tsx').then(module => module.DeleteDialog))
const DownloadDialog = lazyDialog(() => import('./data-forms.tsx').then(module => module.DownloadDialog))

interface AccountProps {
  user: User
  setup: AccountSetup
}

const NO_MAIL = 'This installation sends no mail.'
const DEMO = 'This account is part of the demo. Everybody shares it, so'

/** Whether the address is confirmed, and what to do if it is not. The demo's addresses take no mail. */
function Confirmation({ user, setup }: AccountProps) {
  const utils = trpc.useUtils()
  const send = trpc.account.sendVerification.useMutation(
    told(
      { title: 'Link sent', message: 'Check your mail and open the link.' },
      'Failed to send the link',
      undefined,
      error => {
        // The address was confirmed in another window meanwhile.
        if (errorReason(error) === 'already-verified') void utils.auth.user.invalidate()
      },
    ),
  )
  if (user.email === null || setup.isDemo) return null
  if (user.emailVerified) return <CollarTag tone="grass">confirmed</CollarTag>
  return (
    <>
      <CollarTag>not confirmed yet</CollarTag>
      {!setup.hasPassword ? (
        <span className="quiet text-small">Your sign-in provider has not confirmed it.</span>
      ) : setup.sendsMail ? (
        <Button
          variant="subtle"
          style={{ marginInline: -8, paddingInline: 8 }}
          pending={send.isPending && 'Sending...'}
          onClick={() => send.mutate()}
        >
          Send the link again
        </Button>
      ) : (
        <span className="quiet text-small">{NO_MAIL} It cannot be confirmed here.</span>
      )}
    </>
  )
}

function AccountCard({ user, setup }: AccountProps) {
  const [opened, setOpened] = useState<'email' | 'password' | null>(null)
  const close = () => setOpened(null)
  const fixed = setup.isDemo
    ? `${DEMO} it can't be changed.`
    : setup.hasPassword
      ? null
      : 'Your sign-in provider manages it. Change it there.'
  const fixedEmail = fixed ?? (setup.sendsMail ? null : `${NO_MAIL} Please ask whoever runs it to change your address.`)
  return (
    <Card title="Name and sign-in">
      <NameForm user={user} />
      <Row title="E-mail" button={fixedEmail === null ? 'Change e-mail' : null} onPress={() => setOpened('email')}>
        <div className="row-8 center">
          <span className="breakable">{user.email ?? 'Unknown until you sign in again'}</span>
          <Confirmation user={user} setup={setup} />
        </div>
        <p className="quiet text-small hide-empty">{fixedEmail}</p>
      </Row>
      <Row title="Password" button={fixed === null ? 'Change password' : null} onPress={() => setOpened('password')}>
        <p className="quiet text-small">{fixed ?? 'Changing it signs you out on all other devices.'}</p>
      </Row>
      <ChangeEmailDialog opened={opened === 'email'} onClose={close} email={user.email} />
      <ChangePasswordDialog opened={opened === 'password'} onClose={close} email={user.email} />
    </Card>
  )
}

function DataCard({ user, setup }: AccountProps) {
  const [isDownloading, setDownloading] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const stays = setup.isDemo
    ? `${DEMO} it can't be deleted.`
    : user.role === 'admin'
      ? 'An admin cannot delete their account. Have your admin rights revoked first.'
      : null
  const owner = { email: user.email, asksPassword: setup.hasPassword }
  return (
    <Card title="Your data">
      <Row title="Download your data" button={setup.isDemo ? null : 'Download'} onPress={() => setDownloading(true)}>
        <p className="quiet text-small">
          {setup.isDemo
            ? `${DEMO} its data can't be downloaded.`
            : 'A ZIP file with your account, dogs, photos, matches, messages and playdates. Up to 3 a day.'}
        </p>
      </Row>
      <Row
        title="Delete your account"
        action={
          stays === null ? (
            <Button variant="outline" color="collar" onClick={() => setDeleting(true)}>
              Delete account
            </Button>
          ) : null
        }
      >
        <p className="quiet text-small">
          {stays ?? 'Your account and all your dogs are deleted right away, for good.'}
        </p>
      </Row>
      <DeleteDialog
        {...owner}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        pending={isDownloading}
        onDownload={() => setDownloading(true)}
      />
      <DownloadDialog {...owner} opened={isDownloading} onClose={() => setDownloading(false)} />
    </Card>
  )
}

/** The account settings, with other cards about signing in among them. While an admin acts as somebody else's dog, each card says why it is closed. */
export function AccountCards({ children }: { children?: ReactNode }) {
  const user = useUser()
  const setup = trpc.account.setup.useQuery(undefined, { staleTime: 0 })
  if (!user) return null
  if (user.isImpersonating)
    return (
      <>
        <ClosedCard title="Name and sign-in" text="your name, e-mail address and password" />
        <ClosedCard title="Where you're signed in" text="your devices" />
        <ClosedCard title="Your data" text="your data" />
      </>
    )
  // About as high as the cards, so that what is below stays in place.
  if (!setup.data) return <SkeletonRows rows={14} />
  return (
    <>
      <AccountCard user={user} setup={setup.data} />
      {children}
      <SessionsCard />
      <DataCard user={user} setup={setup.data} />
    </>
  )
}

const NAME_MAX = 80

/** Without what checks other forms, so that the account's cards need not wait for it. The server checks the rest. */
function NameForm({ user }: { user: User }) {
  const rename = trpc.account.edit.useMutation(told('Name saved', 'Failed to save your name'))
  const [error, setError] = useState<string | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const last = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const firstName = first.current?.value.trim() ?? ''
    const lastName = last.current?.value.trim() ?? ''
    // Only the changed names: an account may have no last name, and does not need one.
    if (firstName || firstName === user.firstName)
      return rename.mutate({
        ...(firstName !== user.firstName && { firstName }),
        ...(lastName !== user.lastName && { lastName }),
      })
    setError(FIRST_NAME_MISSING)
    first.current?.focus()
  }
  return (
    <form className={fieldsLine} noValidate onSubmit={submit}>
      <TextInput
        ref={first}
        label="First name"
        autoComplete="given-name"
        maxLength={NAME_MAX}
        defaultValue={user.firstName}
        error={error}
        onChange={() => setError(null)}
      />
      <TextInput
        ref={last}
        label="Last name"
        autoComplete="family-name"
        maxLength={NAME_MAX}
        defaultValue={user.lastName}
      />
      <Button type="submit" variant="default" pending={rename.isPending && 'Saving...'}>
        Save name
      </Button>
    </form>
  )
}
