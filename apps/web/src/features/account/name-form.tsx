import '../../styles/mantine-field.css'
import type { User } from '@barkyard/domain/schemas/user'
import { FIRST_NAME_MISSING } from '@barkyard/domain/user'
import { TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { fieldsLine } from '../../components/settings-card.tsx'
import { useOnce } from '../../lib/one-at-a-time.ts'
import { told } from '../../lib/told.ts'
import { trpc } from '../../trpc.ts'

interface Names {
  firstName: string
  lastName: string
}

const NAME_MAX = 80

/** Only the changed names: an account may have no last name, and does not need one. */
const changesOf = (user: User, { firstName, lastName }: Names) => ({
  ...(firstName.trim() !== user.firstName && { firstName }),
  ...(lastName.trim() !== user.lastName && { lastName }),
})

/** Without what checks other forms, so that the account's cards need not wait for it. The server checks the rest. */
export function NameForm({ user }: { user: User }) {
  const rename = useOnce(trpc.account.edit.useMutation(told('Name saved', 'Failed to save your name')))
  const [names, setNames] = useState<Names>({ firstName: user.firstName, lastName: user.lastName })
  const [error, setError] = useState<string | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const type = (change: Partial<Names>) => {
    setNames({ ...names, ...change })
    setError(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changes = changesOf(user, names)
    if (changes.firstName?.trim() !== '') return rename.start(changes)
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
        value={names.firstName}
        error={error}
        onChange={event => type({ firstName: event.currentTarget.value })}
      />
      <TextInput
        label="Last name"
        autoComplete="family-name"
        maxLength={NAME_MAX}
        value={names.lastName}
        onChange={event => type({ lastName: event.currentTarget.value })}
      />
      <Button type="submit" variant="default" aria-disabled={rename.isPending}>
        {rename.isPending ? 'Saving...' : 'Save name'}
      </Button>
    </form>
  )
}
