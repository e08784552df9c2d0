import { searchWords } from '@barkyard/domain/admin'
import { isolate } from '@barkyard/domain/isolate'
import type { AdminUser } from '@barkyard/domain/schemas/admin'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../../auth.ts'
import { Button } from '../../../components/button.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { focusSection, ListSection, PAGE, Sort, useSearch } from '../../../components/list-section.tsx'
import { WindowList } from '../../../components/window-list.tsx'
import { paged, useInfiniteList } from '../../../lib/list-pages.ts'
import { toastError, told } from '../../../lib/toast.ts'
import { addressOf, dogCountLabel, fullName } from '../../../lib/words.ts'
import { errorStatus, type Inputs, trpc } from '../../../trpc.ts'
import { RoleTag } from './role-tag.tsx'

type UserSort = NonNullable<Inputs['admin']['users']['sort']>
const SORTS = { name: 'By name', email: 'By e-mail', newest: 'Newest first' } as const satisfies Record<
  UserSort,
  string
>

type Chosen = ReadonlyMap<string, { name: string; dogCount: number }>
const NOBODY: Chosen = new Map()
const NAMES_MAX = 50

const OPEN = { minHeight: 60, padding: '6px 10px', borderRadius: 14, textAlign: 'left' } as const
const PICK = { width: 'var(--target)', height: 'var(--target)', marginLeft: -10 }

/** All users, to be viewed or deleted. The selection is always within the search results. */
export function AllUsers({ onOpen }: { onOpen: (user: AdminUser) => void }) {
  const search = useSearch()
  const [sort, setSort] = useState<UserSort>('name')
  const list = useInfiniteList<AdminUser>(
    trpc.admin.users.useInfiniteQuery({ search: search.search, sort, limit: PAGE }, { ...paged, staleTime: 0 }),
  )
  const [chosen, setChosen] = useState(NOBODY)
  const [chosenIn, setChosenIn] = useState(search.search)
  const [asking, setAsking] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const utils = trpc.useUtils()
  const onDeleted = () => {
    setAsking(false)
    setChosen(NOBODY)
    focusSection('users')
  }
  const remove = trpc.admin.deleteUsers.useMutation(
    told(
      (_, { userIds }: { userIds: string[] }) => `Successfully deleted ${userIds.length} user(s)`,
      'Failed to delete users',
      onDeleted,
      error => {
        // One of them is already deleted. Refresh the list.
        if (errorStatus(error) !== 404) return
        void utils.admin.invalidate()
        onDeleted()
      },
    ),
  )
  if (chosenIn !== search.search) {
    setChosenIn(search.search)
    setChosen(NOBODY)
  }

  const latest = useRef(search.search)
  useEffect(() => {
    latest.current = search.search
  }, [search.search])

  const self = useUser()
  // The admin's own row cannot be chosen. The same rule as the server's.
  const ownText = `${self?.firstName} ${self?.lastName} ${self?.email ?? ''}`.toLowerCase()
  const showsSelf = searchWords(search.search).every(word => ownText.includes(word))
  const kept = list.items.filter(user => user.id !== self?.id && user.demo).length
  const selectable = Math.max(0, (list.total ?? 0) - (showsSelf ? 1 : 0) - kept)
  const all = selectable > 0 && chosen.size >= selectable
  // The rows do not match the typed search yet: "all" would be other users, and a selection would be lost.
  const isSettling = list.stale || search.settling

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
      const users = await utils.admin.selection.fetch({ search: search.search }, { staleTime: 0 })
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
        <div className="row-12 center between" style={{ minHeight: 48, marginBlock: '8px -12px' }}>
          <label className="line-12 bold target" style={{ cursor: 'pointer' }}>
            <input
              type="checkbox"
              // Ticked at once, while the ids are being read.
              checked={all || choosing}
              ref={input => {
                if (input) input.indeterminate = !all && !choosing && chosen.size > 0
              }}
              disabled={selectable === 0 || isSettling}
              onChange={() => void chooseAll()}
            />
            Select All
          </label>
          {chosen.size > 0 ? (
            <Button color="collar" Icon={IconTrash} onClick={() => setAsking(true)}>
              Delete {chosen.size} user(s)
            </Button>
          ) : null}
        </div>
      }
    >
      <WindowList key={`${search.search} ${sort}`} list={list} estimate={69}>
        {user => (
          <div className="line" style={{ gap: 4, paddingBlock: 4 }} data-chosen={chosen.has(user.id) || undefined}>
            {user.id === self?.id || user.demo ? (
              <span className="no-shrink" style={PICK} />
            ) : (
              <label className="disc no-shrink" style={PICK}>
                <input
                  type="checkbox"
                  aria-label={`Select ${isolate(fullName(user))}, ${addressOf(user)}`}
                  checked={chosen.has(user.id)}
                  disabled={isSettling}
                  onChange={event => choose(user, event.currentTarget.checked)}
                />
              </label>
            )}
            <button
              type="button"
              className="row-8 center grow between pressable"
              style={OPEN}
              aria-haspopup="dialog"
              onClick={() => onOpen(user)}
            >
              <span>
                <span className="bold block breakable">{fullName(user)}</span>
                <span className="quiet text-small block breakable">{addressOf(user)}</span>
              </span>
              <span className="row-8">
                {user.id === self?.id ? (
                  <CollarTag tone="ball" size="sm">
                    You
                  </CollarTag>
                ) : null}
                <RoleTag role={user.role} size="sm" />
                {user.demo ? <CollarTag size="sm">Demo</CollarTag> : null}
                <CollarTag size="sm">{dogCountLabel(user.dogCount)}</CollarTag>
              </span>
            </button>
          </div>
        )}
      </WindowList>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ userIds: [...chosen.keys()] })}
        title="Delete Users"
        confirmLabel="Delete Users"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        destructive
      >
        <p>
          Are you sure you want to delete {chosen.size} user(s)? All their dogs (
          {dogCountLabel([...chosen.values()].reduce((sum, { dogCount }) => sum + dogCount, 0))}) and photos will be
          deleted. This action cannot be undone.
        </p>
        <ul
          className="sunken breakable"
          style={{ maxHeight: 180, marginTop: 12, paddingLeft: 32, listStyle: 'disc', overflowY: 'auto' }}
          aria-label="Who is deleted"
        >
          {[...chosen].slice(0, NAMES_MAX).map(([id, { name }]) => (
            <li key={id}>{name}</li>
          ))}
          {chosen.size > NAMES_MAX ? <li>and {chosen.size - NAMES_MAX} more</li> : null}
        </ul>
      </ConfirmDialog>
    </ListSection>
  )
}
