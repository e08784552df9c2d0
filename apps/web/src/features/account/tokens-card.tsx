import { isolate } from '@barkyard/domain/isolate'
import { isStaff, type Role } from '@barkyard/domain/rights'
import { newTokenSchema, type Token } from '@barkyard/domain/schemas/token'
import type { User } from '@barkyard/domain/schemas/user'
import type { Webhook } from '@barkyard/domain/schemas/webhook'
import { NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconKey, IconWebhook } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Card, Thing } from '../../components/settings-card.tsx'
import { toastError, told } from '../../lib/toast.ts'
import { useAsked } from '../../lib/use-asked.ts'
import { dayOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'

const usesOf = ({ createdAt, lastUsedOn }: Token) =>
  `Created ${dayOf(createdAt)} · ${lastUsedOn === null ? 'never used' : `last used ${dayOf(lastUsedOn)}`}`

function rightsOf({ scopes, expiresAt }: Token): string {
  const rights = scopes.includes('write')
    ? scopes.includes('read')
      ? 'Reads and writes'
      : 'Writes only'
    : 'Reads only'
  if (expiresAt === null) return `${rights} · no end`
  return `${rights} · ${new Date(expiresAt) > new Date() ? 'ends' : 'ended'} ${dayOf(expiresAt)}`
}

/** Days until a new token ends; empty: never. */
const ENDS = { '': 'Never', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year' } as const
const DAY_MS = 24 * 60 * 60 * 1000

function CreateForm({ role, onCreated }: { role: Role; onCreated: (token: string) => void }) {
  const form = useForm({
    name: 'token',
    initialValues: { name: '', isAdmin: false, writes: true, days: '' as keyof typeof ENDS },
    validate: schemaResolver(newTokenSchema.pick({ name: true }).loose(), { sync: true }),
  })
  const create = trpc.tokens.create.useMutation({
    onSuccess: ({ token }) => onCreated(token),
    onError: error => toastError(error, 'Failed to create the token'),
  })
  const submit = form.onSubmit(
    ({ name, isAdmin, writes, days }) =>
      create.mutate({
        name,
        isAdmin,
        scopes: writes ? ['read', 'write'] : ['read'],
        expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      }),
    () => form.getInputNode('name')?.focus(),
  )
  return (
    <form className="stack-16" noValidate onSubmit={submit}>
      <TextInput
        label="Name of the token"
        placeholder="What will use it?"
        autoComplete="off"
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <Check {...form.getInputProps('writes', { type: 'checkbox' })}>It may make changes, not just read</Check>
      <NativeSelect
        label="Expires"
        data={Object.entries(ENDS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('days')}
      />
      {isStaff(role) ? (
        <Check {...form.getInputProps('isAdmin', { type: 'checkbox' })}>
          {role === 'admin'
            ? "Give it admin rights for as long as I'm an admin"
            : "Give it a moderator's rights for as long as I'm one"}
        </Check>
      ) : null}
      <Button
        type="submit"
        variant="default"
        style={{ justifySelf: 'start' }}
        pending={create.isPending && 'Creating...'}
      >
        Create token
      </Button>
    </form>
  )
}

export function TokensCard({ user }: { user: User }) {
  const tokens = trpc.tokens.list.useQuery(undefined, { staleTime: 0, throwOnError: false })
  const heading = useRef<HTMLHeadingElement>(null)
  const [created, setCreated] = useState<string | null>(null)
  const revoked = useAsked<Token>()
  const utils = trpc.useUtils()
  const toHeading = () => heading.current?.focus()
  const close = () => {
    revoked.close()
    toHeading()
  }
  const revoke = trpc.tokens.revoke.useMutation(
    told('Token revoked', 'Failed to revoke the token', close, () => void utils.tokens.list.invalidate()),
  )
  return (
    <Card title="Access tokens" headingRef={heading}>
      <p className="quiet text-small">
        A script signs in with a token instead of your password. <a href="/api/docs">What scripts can do</a>
      </p>
      {created === null ? (
        <CreateForm role={user.role} onCreated={setCreated} />
      ) : (
        <CopyField
          what="token"
          label="Your new token"
          description="Copy it now. You won't see it again. Anyone who has it can act as you."
          value={created}
          onDone={() => {
            setCreated(null)
            toHeading()
          }}
        />
      )}
      <Loaded query={tokens} failed="We couldn't load your tokens">
        {all =>
          all.length > 0 ? (
            <ul className="stack-4" aria-label="Your tokens">
              {all.map(token => (
                <Thing
                  key={token.id}
                  Icon={IconKey}
                  title={
                    <>
                      <bdi>{token.name}</bdi>{' '}
                      {token.isAdmin && isStaff(user.role) ? <CollarTag size="sm">{user.role}</CollarTag> : null}
                    </>
                  }
                  action={
                    <Button
                      variant="default"
                      aria-label={`Revoke ${isolate(token.name)}`}
                      onClick={() => revoked.ask(token)}
                    >
                      Revoke
                    </Button>
                  }
                >
                  <p className="quiet text-small">{rightsOf(token)}</p>
                  <p className="quiet text-small">{usesOf(token)}</p>
                </Thing>
              ))}
            </ul>
          ) : null
        }
      </Loaded>
      <ConfirmDialog
        opened={revoked.opened}
        onClose={revoked.close}
        onConfirm={() => revoked.subject && revoke.mutate({ id: revoked.subject.id })}
        title={`Revoke ${isolate(revoked.subject?.name ?? '')}?`}
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

/** How often a webhook that is off is looked at: a test that it accepts switches it on. */
const LOOK_AGAIN_MS = 2_000

/** The webhooks that the owner's programs made, or a thief's. */
export function WebhooksCard() {
  const webhooks = trpc.webhooks.list.useQuery(undefined, {
    staleTime: 0,
    throwOnError: false,
    refetchInterval: ({ state }) => (state.data?.some(({ disabledAt }) => disabledAt !== null) ? LOOK_AGAIN_MS : false),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const deleted = useAsked<Webhook>()
  const [hasDeleted, setHasDeleted] = useState(false)
  const close = () => {
    setHasDeleted(true)
    deleted.close()
    heading.current?.focus()
  }
  const utils = trpc.useUtils()
  // A program may have deleted it.
  const reread = () => void utils.webhooks.list.invalidate()
  const remove = trpc.webhooks.delete.useMutation(
    told('Webhook deleted', 'Failed to delete the webhook', close, reread),
  )
  const test = trpc.webhooks.test.useMutation(told('Test sent', 'Failed to send a test', undefined, reread))
  const rowOf = (webhook: Webhook) => {
    const { id, url, events, disabledAt } = webhook
    const { host } = new URL(url)
    return (
      <Thing key={id} Icon={IconWebhook} title={host} action={null}>
        <p className="quiet text-small">
          {disabledAt === null ? 'On' : `Switched off ${dayOf(disabledAt)}`} · {events.join(', ')}
        </p>
        <div className="row-8" style={{ marginTop: 8 }}>
          <Button
            variant="default"
            aria-label={`Send a test to ${host}`}
            aria-disabled={test.isPending}
            onClick={() => test.mutate({ id })}
          >
            Test
          </Button>
          <Button variant="default" aria-label={`Delete ${host}`} onClick={() => deleted.ask(webhook)}>
            Delete
          </Button>
        </div>
      </Thing>
    )
  }
  // Most owners have none. After the last one the card stays, with the focus.
  if (!webhooks.data?.length && !webhooks.isError && !deleted.opened && !hasDeleted) return null
  return (
    <Card title="Webhooks" headingRef={heading}>
      <Loaded query={webhooks} failed="We couldn't load your webhooks">
        {all =>
          all.length > 0 ? <ul className="stack-4">{all.map(rowOf)}</ul> : <p className="quiet">None is left.</p>
        }
      </Loaded>
      <ConfirmDialog
        opened={deleted.opened}
        onClose={deleted.close}
        onConfirm={() => deleted.subject && remove.mutate({ id: deleted.subject.id })}
        title="Delete this webhook?"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        destructive
      >
        Nothing more is sent to <span className="breakable">{deleted.subject?.url}</span>.
      </ConfirmDialog>
    </Card>
  )
}
