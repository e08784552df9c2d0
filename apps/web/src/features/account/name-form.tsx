import type { User } from '@barkyard/domain/schemas/user'
import { FIRST_NAME_MISSING } from '@barkyard/domain/user'
import { TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { fieldsLine } from '../../components/settings-card.tsx'
import { told } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

const NAME_MAX = 80

/** Without what checks other forms, so that the account's cards need not wait for it. The server checks the rest. */
export function NameForm({ user }: { user: User }) {
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
