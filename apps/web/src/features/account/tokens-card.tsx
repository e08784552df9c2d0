import { isolate } from '@barkyard/domain/isolate'
import '../../styles/mantine-field.css'
import { isStaff, type Role } from '@barkyard/domain/rights'
import { newTokenSchema, type Token } from '@barkyard/domain/schemas/token'
import type { User } from '@barkyard/domain/schemas/user'
import { NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconKey } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { toast } from '../../lib/toast.ts'
import classes from './account.module.css'
import { useCreateToken, useRevokeToken, useTokens } from './data.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
/** Formats a calendar day, which has no time zone. */
const plainDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const useOf = ({ createdAt, lastUsedOn }: Token) =>
  `Created ${day.format(new Date(createdAt))} · ${
    lastUsedOn === null ? 'never used' : `last used ${plainDay.format(new Date(lastUsedOn))}`
  }`

/** What a token may do, and until when. */
function rightsOf({ scopes, expiresAt }: Token): string {
  const rights = scopes.includes('write')
    ? scopes.includes('read')
      ? 'Reads and writes'
      : 'Writes only'
    : 'Reads only'
  if (expiresAt === null) return `${rights} · no end`
  const end = new Date(expiresAt)
  return `${rights} · ${end > new Date() ? 'ends' : 'ended'} ${day.format(end)}`
}

/** Days until a new token ends; empty: never. */
const ENDS = { '': 'Never', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year' } as const
const DAY_MS = 24 * 60 * 60 * 1000

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  return (
    <li className={classes.session}>
      <IconKey size={28} stroke={1.5} className={classes.device ?? ''} aria-hidden="true" />
      <div className="grow">
        <p className={classes.rowTitle}>
          <bdi>{token.name}</bdi>
          {token.isAdmin ? <CollarTag size="sm">admin</CollarTag> : null}
        </p>
        <p className="quiet text-small">{rightsOf(token)}</p>
        <p className="quiet text-small">{useOf(token)}</p>
      </div>
      <Button variant="default" aria-label={`Revoke ${isolate(token.name)}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}

/** The token itself, which is shown only once. */
function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  // The focused form was removed.
  useEffect(() => field.current?.select(), [])
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => toast({ title: 'Token copied' }),
      // Browsers allow copying only on https. Select the text for the keyboard instead.
      () => field.current?.select(),
    )
  return (
    <div className={classes.form}>
      <TextInput
        ref={field}
        label="Your new token"
        description="Copy it now. You won't see it again. Anyone who has it can act as you."
        value={token}
        readOnly
        spellCheck={false}
        classNames={{ input: classes.code ?? '' }}
      />
      <div className="row-12 end">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button onClick={() => void copy()}>Copy token</Button>
      </div>
    </div>
  )
}

function CreateForm({ role, onCreated }: { role: Role; onCreated: (token: string) => void }) {
  const form = useForm({
    name: 'token',
    initialValues: { name: '', isAdmin: false, writes: true, days: '' as keyof typeof ENDS },
    validate: schemaResolver(newTokenSchema.pick({ name: true }).loose(), { sync: true }),
  })
  const create = useCreateToken(onCreated)
  const start = useOneAtATime(create.mutate)
  const submit = form.onSubmit(
    ({ name, isAdmin, writes, days }) =>
      start({
        name,
        isAdmin,
        scopes: writes ? ['read', 'write'] : ['read'],
        expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      }),
    () => form.getInputNode('name')?.focus(),
  )
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        label="Name of the token"
        placeholder="What will use it?"
        autoComplete="off"
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <label className={classes.option}>
        <input type="checkbox" {...form.getInputProps('writes', { type: 'checkbox' })} />
        It may make changes, not just read
      </label>
      <NativeSelect
        label="Expires"
        data={Object.entries(ENDS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('days')}
      />
      {isStaff(role) ? (
        <label className={classes.option}>
          <input type="checkbox" {...form.getInputProps('isAdmin', { type: 'checkbox' })} />
          {role === 'admin'
            ? "Give it admin rights for as long as I'm an admin"
            : "Give it a moderator's rights for as long as I'm one"}
        </label>
      ) : null}
      <Button type="submit" variant="default" className={classes.below} aria-disabled={create.isPending}>
        {create.isPending ? 'Creating...' : 'Create token'}
      </Button>
    </form>
  )
}

/** Personal access tokens, for scripts. */
export function TokensCard({ user }: { user: User }) {
  const tokens = useTokens()
  const heading = useRef<HTMLHeadingElement>(null)
  const [created, setCreated] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<Token | null>(null)
  const [asking, setAsking] = useState(false)
  const toHeading = () => heading.current?.focus()
  const revoke = useRevokeToken(() => {
    setAsking(false)
    // The focused button was removed with its row.
    toHeading()
  })
  const startRevoke = useOneAtATime(revoke.mutate)

  return (
    <Card title="Access tokens" headingRef={heading}>
      <p className="quiet text-small">
        A script signs in with a token instead of your password. <a href="/api/docs">What scripts can do</a>
      </p>
      {created === null ? (
        <CreateForm role={user.role} onCreated={setCreated} />
      ) : (
        <NewToken
          token={created}
          onDone={() => {
            setCreated(null)
            toHeading()
          }}
        />
      )}
      {tokens.isError && !tokens.data ? (
        <ErrorState title="We couldn't load your tokens" onRetry={() => void tokens.refetch()} />
      ) : !tokens.data ? (
        <SkeletonRows rows={1} />
      ) : tokens.data.length > 0 ? (
        <ul className={classes.sessions} aria-label="Your tokens">
          {tokens.data.map(token => (
            <TokenRow
              key={token.id}
              token={token}
              onRevoke={() => {
                setRevoking(token)
                setAsking(true)
              }}
            />
          ))}
        </ul>
      ) : null}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoking && startRevoke({ id: revoking.id })}
        title={`Revoke ${isolate(revoking?.name ?? '')}?`}
        confirmLabel="Revoke"
        pendingLabel="Revoking..."
        pending={revoke.isPending}
        destructive
      >
        Whatever uses this token is signed out at once.
      </ConfirmDialog>
    </Card>
  )
}
