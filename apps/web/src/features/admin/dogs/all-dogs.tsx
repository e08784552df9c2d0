import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ListSection, Sort, useSearch } from '../../../components/list-section.tsx'
import { useOnce } from '../../../lib/one-at-a-time.ts'
import { told } from '../../../lib/told.ts'
import { trpc } from '../../../trpc.ts'
import { type DogSort, useAllDogs, useImpersonate } from '../data.ts'
import { DogTable } from './dog-table.tsx'

const SORTS = { name: 'By name', breed: 'By breed', newest: 'Newest first' } as const satisfies Record<DogSort, string>

/** All dogs, to act as one or to delete it. */
export function AllDogs() {
  const search = useSearch()
  const [sort, setSort] = useState<DogSort>('name')
  const list = useAllDogs(search.search, sort)
  const impersonate = useOnce(useImpersonate())
  // It keeps the name while the dialog fades out.
  const [asked, setAsked] = useState<AdminDog | null>(null)
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const remove = useOnce(
    trpc.admin.deleteDog.useMutation(told('Dog profile deleted successfully', 'Failed to delete dog', close)),
  )
  return (
    <ListSection
      id="dogs"
      title="All Dogs"
      list={list}
      search={search}
      things="dogs"
      searches="dogs by name, breed or owner"
      sort={<Sort label="Order of the dogs" value={sort} options={SORTS} onChange={setSort} />}
      empty="There are no dogs yet."
    >
      <DogTable
        key={`${search.search} ${sort}`}
        list={list}
        startingId={impersonate.isPending ? impersonate.variables.dogId : undefined}
        onTest={dog => impersonate.start({ dogId: dog.id })}
        onDelete={dog => {
          setAsked(dog)
          setAsking(true)
        }}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={close}
        onConfirm={() => asked && remove.start({ dogId: asked.id })}
        title="Delete Dog Profile"
        confirmLabel="Delete Profile"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        destructive
      >
        Are you sure you want to delete {asked?.name}'s profile? All photos and matches will be deleted. This action
        cannot be undone.
      </ConfirmDialog>
    </ListSection>
  )
}
