import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { FormButtons } from '../../../components/form-buttons.tsx'
import { told } from '../../../lib/toast.ts'
import { addressOf, fullName } from '../../../lib/words.ts'
import { trpc } from '../../../trpc.ts'

const UNASSIGNED = { value: 'unassigned', label: 'Unassigned' }
/** The number of users offered. Typing finds the others. */
const OFFERED = 50
const SETTLE = 200

interface TransferProps {
  dog: AdminDog
  pending: boolean
  onStart: (asked: { dogId: string; userId: string | null }) => void
  onClose: () => void
}

function Transfer({ dog, pending, onStart, onClose }: TransferProps) {
  const [target, setTarget] = useState<typeof UNASSIGNED | null>(null)
  const [typed, setTyped] = useState('')
  // If the field shows the chosen user, its text is not a search.
  const [search] = useDebouncedValue(typed === target?.label ? '' : typed.trim(), SETTLE)
  const users = trpc.admin.users.useQuery(
    { search: search.slice(0, 100), limit: OFFERED },
    { placeholderData: keepPreviousData, throwOnError: false, staleTime: 0 },
  )
  const found = (users.data?.items ?? [])
    .filter(user => user.id !== dog.userId)
    .map(user => ({ value: user.id, label: `${isolate(fullName(user))} (${addressOf(user)})` }))
  const options = [...(UNASSIGNED.value.startsWith(search.toLowerCase()) ? [UNASSIGNED] : []), ...found]
  const data = target && !options.some(({ value }) => value === target.value) ? [target, ...options] : options
  const nothing = users.isError ? "We couldn't load the users" : 'No user found'

  return (
    <form
      className="stack-16"
      onSubmit={event => {
        event.preventDefault()
        if (target) onStart({ dogId: dog.id, userId: target.value === UNASSIGNED.value ? null : target.value })
      }}
    >
      <p className="quiet breakable">
        {dog.owner
          ? `${isolate(dog.name)} belongs to ${isolate(fullName(dog.owner))} (${addressOf(dog.owner)}).`
          : `${isolate(dog.name)} has no owner.`}{' '}
        Matches, chats and playdates move too.
      </p>
      <Select
        data-autofocus
        // The list would cover the buttons as soon as the dialog opens.
        openOnFocus={false}
        label="New owner"
        placeholder="Select a user"
        searchable
        data={data}
        value={target?.value ?? null}
        onChange={value => setTarget(data.find(option => option.value === value) ?? null)}
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has searched already.
        filter={({ options: all }) => all}
        nothingFoundMessage={users.isPending || users.isPlaceholderData ? 'Searching...' : nothing}
        comboboxProps={{ withinPortal: true }}
        disabled={pending}
      />
      <FormButtons
        label="Transfer"
        pendingLabel="Transferring..."
        pending={pending}
        disabled={!target}
        stays
        onCancel={onClose}
      />
    </form>
  )
}

export function TransferDialog({ dog, onClose }: { dog: AdminDog | null; onClose: () => void }) {
  const transfer = trpc.admin.setOwner.useMutation(
    told('Dog ownership transferred successfully', 'Failed to transfer ownership', onClose),
  )
  return (
    <Dialog opened={dog !== null} onClose={onClose} title="Transfer Dog Ownership" pending={transfer.isPending}>
      {dog ? <Transfer dog={dog} pending={transfer.isPending} onStart={transfer.mutate} onClose={onClose} /> : null}
    </Dialog>
  )
}
