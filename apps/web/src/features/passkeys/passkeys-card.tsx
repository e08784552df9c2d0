import { isolate } from '@barkyard/domain/isolate'
import { PASSKEY_NAME_MAX, PASSKEYS_PER_USER } from '@barkyard/domain/passkey'
import type { Passkey } from '@barkyard/domain/schemas/passkey'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { lazyDialog } from '../../components/lazy-with-retry.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { OneFieldForm } from '../../components/one-field-form.tsx'
import { Card, fieldsLine, Thing } from '../../components/settings-card.tsx'
import { errorReason } from '../../lib/errors.ts'
import { toast, toastError, told } from '../../lib/toast.ts'
import { useAsked } from '../../lib/use-asked.ts'
import { dayOf } from '../../lib/words.ts'
import { trpc, trpcClient } from '../../trpc.ts'

const SignInAgainDialog = lazyDialog(() =>
  import('./sign-in-again-dialog.tsx').then(module => module.SignInAgainDialog),
)

const usesOf = ({ createdAt, lastUsedAt }: Passkey) =>
  `Added ${dayOf(createdAt)} · ${lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`}`

/** In our words, what a browser says of its dialog that was cancelled or failed. */
const failedWords = (error: unknown, fallback: string) =>
  error instanceof Error && errorReason(error) === null ? 'Your browser did not finish. Please try again.' : fallback

/** The authenticator found one of the account's passkeys in itself. */
const isAlreadyHere = (error: unknown) => error instanceof Error && error.name === 'InvalidStateError'

export function PasskeysCard() {
  const user = useUser()
  const setup = trpc.account.setup.useQuery(undefined, { staleTime: 0 })
  const passkeys = trpc.passkeys.list.useQuery(undefined, { staleTime: 0, throwOnError: false })
  const heading = useRef<HTMLHeadingElement>(null)
  const [params, setParams] = useSearchParams()
  const removed = useAsked<Passkey>()
  // Number of passkeys that were added: each gets an empty form.
  const [added, setAdded] = useState(0)
  const retry = useAsked<{ run: () => void }>()
  const link = params.get('token') ?? undefined
  /** Says why something failed, or asks to sign in again and does it then. */
  const refuse = (error: unknown, fallback: string, run: () => void) => {
    if (errorReason(error) === 'sign-in-again') retry.ask({ run })
    else if (isAlreadyHere(error))
      toast({ title: 'This device has a passkey', message: 'It already logs you in.', destructive: true })
    else toastError(error, failedWords(error, fallback))
  }
  const onAdded = () => {
    setAdded(count => count + 1)
    setParams({}, { replace: true })
    heading.current?.focus()
  }
  const onRemoved = () => {
    removed.close()
    heading.current?.focus()
  }
  const add = useMutation({
    mutationFn: async (name: string) => {
      // The operator's link, for the first passkey of staff.
      const token = link === undefined ? {} : { link }
      const optionsJSON = await trpcClient.passkeys.options.mutate(token)
      const { id, rawId, response } = await startRegistration({ optionsJSON })
      const { clientDataJSON, attestationObject, transports = [] } = response
      return trpcClient.passkeys.add.mutate({
        name,
        response: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } },
        ...token,
      })
    },
    ...told({ title: 'Passkey added', message: 'It can log you in from now on.' }, '', onAdded),
    onError: (error, name) => refuse(error, 'Failed to add the passkey', () => add.mutate(name)),
  })
  const remove = trpc.passkeys.remove.useMutation({
    ...told('Passkey removed', '', onRemoved),
    onError: (error, input) => {
      onRemoved()
      refuse(error, 'Failed to remove the passkey', () => remove.mutate(input))
    },
  })
  const require = trpc.account.edit.useMutation({
    onSuccess: ({ requirePasskey }) =>
      toast({ title: requirePasskey ? 'A passkey is required now' : 'Your password is enough again' }),
    onError: (error, input) => refuse(error, 'Failed to change this', () => require.mutate(input)),
  })
  if (!user || user.isImpersonating || !setup.data?.passkeys) return null
  const all = passkeys.data ?? []
  const works = all.some(({ locked }) => !locked)

  return (
    <Card title="Passkeys" headingRef={heading}>
      <p className="quiet text-small">
        {setup.data.isDemo
          ? "This account is part of the demo. Everybody shares it, so it can't have a passkey."
          : 'Log in with your fingerprint, your face or your screen lock instead of your password.'}
      </p>
      <Loaded query={passkeys} failed="We couldn't load your passkeys">
        {() =>
          all.length > 0 ? (
            <ul className="stack-4" aria-label="Your passkeys">
              {all.map(passkey => (
                <Thing
                  key={passkey.id}
                  Icon={IconFingerprint}
                  title={
                    <>
                      <bdi>{passkey.name}</bdi> {passkey.locked ? <CollarTag size="sm">locked</CollarTag> : null}
                    </>
                  }
                  action={
                    <Button
                      variant="default"
                      aria-label={`Remove ${isolate(passkey.name)}`}
                      onClick={() => removed.ask(passkey)}
                    >
                      Remove
                    </Button>
                  }
                >
                  <p className="quiet text-small">
                    {passkey.locked
                      ? 'It may have been copied, so it logs nobody in any more. Remove it.'
                      : usesOf(passkey)}
                  </p>
                </Thing>
              ))}
            </ul>
          ) : null
        }
      </Loaded>
      {works || (user.requirePasskey && !passkeys.isPending) ? (
        <Check
          checked={user.requirePasskey}
          onChange={event => require.isPending || require.mutate({ requirePasskey: event.currentTarget.checked })}
        >
          Require a passkey: my password alone is not enough to log in
        </Check>
      ) : null}
      {/* Not before the list is there: it would move away under the finger, and the click would hit nothing. */}
      {setup.data.isDemo || passkeys.isPending ? null : !browserSupportsWebAuthn() ? (
        <p className="quiet text-small">This browser cannot make passkeys. Try a newer one, or another device.</p>
      ) : all.length >= PASSKEYS_PER_USER ? (
        <p className="quiet text-small">{`You have ${PASSKEYS_PER_USER} passkeys, which is all an account can have.`}</p>
      ) : (
        <OneFieldForm
          key={added}
          className={fieldsLine}
          label="Name of the passkey"
          placeholder="Where is it? My phone, my laptop…"
          maxLength={PASSKEY_NAME_MAX}
          missing="Please name the passkey"
          button="Add a passkey"
          variant="default"
          pending={add.isPending && 'Adding...'}
          onSend={name => add.mutate(name)}
        />
      )}
      <ConfirmDialog
        opened={removed.opened}
        onClose={removed.close}
        onConfirm={() => removed.subject && remove.mutate({ id: removed.subject.id })}
        title={`Remove ${isolate(removed.subject?.name ?? '')}?`}
        confirmLabel="Remove"
        pendingLabel="Removing..."
        pending={remove.isPending}
        destructive
      >
        Whatever was logged in with it is logged out at once, maybe this browser too. It also stays on your device until
        you delete it there.
      </ConfirmDialog>
      <SignInAgainDialog
        opened={retry.opened}
        onClose={retry.close}
        onDone={() => {
          retry.close()
          retry.subject?.run()
        }}
        email={user.email ?? ''}
        byPasskey={works}
      />
    </Card>
  )
}
