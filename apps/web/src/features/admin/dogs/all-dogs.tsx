import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { useState } from 'react'
import { ListSection, Sort, useSearch } from '../../../components/list-section.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { type DogSort, useAllDogs, useImpersonate } from '../data.ts'
import { DogTable } from './dog-table.tsx'

const SORTS = { name: 'By name', breed: 'By breed', newest: 'Newest first' } as const satisfies Record<DogSort, string>

/** All dogs. */
export function AllDogs({ onDelete }: { onDelete: (dog: AdminDog) => void }) {
  const search = useSearch()
  const [sort, setSort] = useState<DogSort>('name')
  const list = useAllDogs(search.search, sort)
  const impersonate = useImpersonate()
  const start = useOneAtATime(impersonate.mutate)
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
        onTest={dog => start({ dogId: dog.id })}
        onDelete={onDelete}
      />
    </ListSection>
  )
}
