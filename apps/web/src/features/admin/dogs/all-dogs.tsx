import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../../components/button.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { focusSection, ListSection, PAGE, Sort, useSearch } from '../../../components/list-section.tsx'
import { WindowList } from '../../../components/window-list.tsx'
import { paged, useInfiniteList } from '../../../lib/list-pages.ts'
import { told } from '../../../lib/toast.ts'
import { useAsked } from '../../../lib/use-asked.ts'
import { addressOf, fullName } from '../../../lib/words.ts'
import { type Inputs, trpc } from '../../../trpc.ts'
import { DogRow, DogThumb } from './dog-row.tsx'

type DogSort = NonNullable<Inputs['admin']['allDogs']['sort']>
const SORTS = { name: 'By name', breed: 'By breed', newest: 'Newest first' } as const satisfies Record<DogSort, string>

/** The head of the table. E-mail addresses are longer than names and breeds. */
const HEAD = (
  <>
    <Table.Th scope="col" style={{ width: 96 }}>
      <span className="visually-hidden">Photo</span>
    </Table.Th>
    <Table.Th scope="col">Name</Table.Th>
    <Table.Th scope="col">Breed</Table.Th>
    <Table.Th scope="col" style={{ width: '25%' }}>
      Owner
    </Table.Th>
    <Table.Th scope="col" style={{ width: 244 }}>
      <span className="visually-hidden">Actions</span>
    </Table.Th>
  </>
)
const REDIRECT_AFTER = 500

export function AllDogs() {
  const search = useSearch()
  const [sort, setSort] = useState<DogSort>('name')
  const list = useInfiniteList<AdminDog>(
    trpc.admin.allDogs.useInfiniteQuery({ search: search.search, sort, limit: PAGE }, { ...paged, staleTime: 0 }),
  )
  const isNarrow = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false })
  const navigate = useNavigate()
  const impersonate = trpc.admin.impersonate.useMutation(
    told('Now impersonating dog. Redirecting to doghouse...', 'Failed to impersonate', () =>
      setTimeout(() => void navigate('/doghouse'), REDIRECT_AFTER),
    ),
  )
  const deleted = useAsked<AdminDog>()
  const remove = trpc.admin.deleteDog.useMutation(
    told('Dog profile deleted successfully', 'Failed to delete dog', () => {
      deleted.close()
      focusSection('dogs')
    }),
  )
  const actionsOf = (dog: AdminDog) => (
    <div className="line end" style={{ gap: 4, marginLeft: 'auto' }}>
      {dog.owner ? (
        <Button
          size="sm"
          variant="default"
          className="target"
          style={{ maxWidth: 170, paddingInline: 16 }}
          title={`Test as ${isolate(dog.name)}`}
          disabled={impersonate.isPending}
          onClick={() => impersonate.mutate({ dogId: dog.id })}
        >
          Test as <bdi>{dog.name}</bdi>
        </Button>
      ) : null}
      <button
        type="button"
        className="icon-button alert"
        aria-label={`Delete ${isolate(dog.name)}`}
        onClick={() => deleted.ask(dog)}
      >
        <IconTrash size={20} aria-hidden="true" />
      </button>
    </div>
  )
  const key = `${search.search} ${sort}`
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
      {isNarrow ? (
        <WindowList key={key} list={list} estimate={120}>
          {dog => (
            <div style={{ paddingBlock: 14 }}>
              <DogRow dog={dog} action={actionsOf(dog)}>
                <Owner dog={dog} />
              </DogRow>
            </div>
          )}
        </WindowList>
      ) : (
        <WindowList key={key} list={list} estimate={77} table={{ label: 'All dogs', head: HEAD }}>
          {dog => (
            <>
              <Table.Td>
                <DogThumb dog={dog} />
              </Table.Td>
              <Table.Td className="display breakable">{dog.name}</Table.Td>
              <Table.Td className="breakable">{dog.breed}</Table.Td>
              <Table.Td>
                <Owner dog={dog} />
              </Table.Td>
              <Table.Td>{actionsOf(dog)}</Table.Td>
            </>
          )}
        </WindowList>
      )}
      <ConfirmDialog
        opened={deleted.opened}
        onClose={deleted.close}
        onConfirm={() => deleted.subject && remove.mutate({ dogId: deleted.subject.id })}
        title="Delete Dog Profile"
        confirmLabel="Delete Profile"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        destructive
      >
        Are you sure you want to delete {deleted.subject?.name}'s profile? All photos and matches will be deleted. This
        action cannot be undone.
      </ConfirmDialog>
    </ListSection>
  )
}

const Owner = ({ dog: { owner } }: { dog: AdminDog }) =>
  owner ? (
    <>
      <span className="bold block breakable">{fullName(owner)}</span>
      <span className="quiet text-small block breakable">{addressOf(owner)}</span>
    </>
  ) : (
    <CollarTag tone="collar" size="sm">
      Unowned
    </CollarTag>
  )
