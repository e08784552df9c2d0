import type { AdminUser } from '@barkyard/domain/schemas/admin'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../../auth.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ListSection, Sort, useSearch } from '../../../components/list-section.tsx'
import { useOnce } from '../../../lib/one-at-a-time.ts'
import { toastError } from '../../../lib/toast.ts'
import { dogCountLabel, fullName } from '../../../lib/words.ts'
import { type UserSort, useDeleteUsers, useReadSelection, useUsers } from '../data.ts'
import classes from './all-users.module.css'
import { type Chosen, UserList } from './user-list.tsx'

const NAMES_MAX = 50

interface DeleteUsersDialogProps {
  opened: boolean
  chosen: Chosen
  onClose: () => void
  onDeleted: () => void
}

/** Shows who is deleted, and how many dogs with them, and asks for confirmation. */
function DeleteUsersDialog({ opened, chosen, onClose, onDeleted }: DeleteUsersDialogProps) {
  const remove = useOnce(useDeleteUsers(onDeleted))
  const dogs = [...chosen.values()].reduce((sum, { dogCount }) => sum + dogCount, 0)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.start({ userIds: [...chosen.keys()] })}
      title="Delete Users"
      confirmLabel="Delete Users"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      destructive
    >
      <p>
        Are you sure you want to delete {chosen.size} user(s)? All their dogs ({dogCountLabel(dogs)}) and photos will be
        deleted. This action cannot be undone.
      </p>
      <ul className={classes.leaving} aria-label="Who is deleted">
        {[...chosen].slice(0, NAMES_MAX).map(([id, { name }]) => (
          <li key={id}>{name}</li>
        ))}
        {chosen.size > NAMES_MAX ? <li>and {chosen.size - NAMES_MAX} more</li> : null}
      </ul>
    </ConfirmDialog>
  )
}

const SORTS = { name: 'By name', email: 'By e-mail', newest: 'Newest first' } as const satisfies Record<
  UserSort,
  string
>

const NOBODY: Chosen = new Map()

/** Whether a search shows the admin's own row, which cannot be chosen. The same rule as the server's. */
function useShowsSelf(search: string) {
  const self = useUser()
  return `${self?.firstName} ${self?.lastName} ${self?.email ?? ''}`.toLowerCase().includes(search.toLowerCase())
}

/** All users, to be viewed or deleted. The selection is always within the search results. */
export function AllUsers({ onOpen }: { onOpen: (user: AdminUser) => void }) {
  const search = useSearch()
  const [sort, setSort] = useState<UserSort>('name')
  const list = useUsers(search.search, sort)
  const [chosen, setChosen] = useState(NOBODY)
  const [chosenIn, setChosenIn] = useState(search.search)
  const [asking, setAsking] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const readSelection = useReadSelection()
  if (chosenIn !== search.search) {
    setChosenIn(search.search)
    setChosen(NOBODY)
  }

  const latest = useRef(search.search)
  useEffect(() => {
    latest.current = search.search
  }, [search.search])

  const self = useUser()?.id
  const kept = list.items.filter(user => user.id !== self && user.demo).length
  const selectable = Math.max(0, (list.total ?? 0) - (useShowsSelf(search.search) ? 1 : 0) - kept)
  const all = selectable > 0 && chosen.size >= selectable

  const choose = (user: AdminUser, isChosen: boolean) => {
    const next = new Map(chosen)
    if (isChosen) next.set(user.id, { name: fullName(user), dogCount: user.dogCount })
    else next.delete(user.id)
    setChosen(next)
  }
  const chooseAll = async () => {
    if (choosing) return
    if (all) return setChosen(NOBODY)
    setChoosing(true)
    try {
      const users = await readSelection(search.search)
      // An answer to a previous search must not select users in this one.
      if (latest.current === search.search) setChosen(new Map(users.map(({ id, ...user }) => [id, user])))
    } catch (error) {
      toastError(error, 'Failed to select the users')
    } finally {
      setChoosing(false)
    }
  }

  return (
    <ListSection
      id="users"
      title="All Users"
      list={list}
      search={search}
      things="users"
      searches="users by name or e-mail"
      sort={<Sort label="Order of the users" value={sort} options={SORTS} onChange={setSort} />}
      empty="There are no users yet."
      toolbar={
        <div className={`line-12 between ${classes.toolbar}`}>
          <label className={`center bold target ${classes.all}`}>
            <input
              type="checkbox"
              className={classes.box}
              // Ticked at once, while the ids are being read.
              checked={all || choosing}
              ref={input => {
                if (input) input.indeterminate = !all && !choosing && chosen.size > 0
              }}
              // Disabled until the rows match the typed search: "all" would be other users.
              disabled={selectable === 0 || list.stale || search.settling}
              onChange={() => void chooseAll()}
            />
            Select All
          </label>
          {chosen.size > 0 ? (
            <Button
              color="collar"
              leftSection={<IconTrash size={18} aria-hidden="true" />}
              onClick={() => setAsking(true)}
            >
              Delete {chosen.size} user(s)
            </Button>
          ) : null}
        </div>
      }
    >
      <UserList
        key={`${search.search} ${sort}`}
        list={list}
        isSettling={list.stale || search.settling}
        chosen={chosen}
        onChoose={choose}
        onOpen={onOpen}
      />
      <DeleteUsersDialog
        opened={asking}
        chosen={chosen}
        onClose={() => setAsking(false)}
        onDeleted={() => {
          setAsking(false)
          setChosen(NOBODY)
        }}
      />
    </ListSection>
  )
}
