import { isolate } from '@barkyard/domain/isolate'
import type { AdminUser } from '@barkyard/domain/schemas/admin'
import { useUser } from '../../../auth.ts'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { WindowList } from '../../../components/window-list.tsx'
import type { InfiniteList } from '../../../lib/list-pages.ts'
import { addressOf, dogCountLabel, fullName } from '../../../lib/words.ts'
import classes from './all-users.module.css'
import { RoleTag } from './role-tag.tsx'

/** The selected users by id, with the number of their dogs. */
export type Chosen = ReadonlyMap<string, { name: string; dogCount: number }>

interface UserListProps {
  list: InfiniteList<AdminUser>
  /** The rows do not match the typed search yet. A selection made now would be lost in a moment. */
  isSettling: boolean
  chosen: Chosen
  onChoose: (user: AdminUser, isChosen: boolean) => void
  onOpen: (user: AdminUser) => void
}

/** The users near the visible part. Rows of users whom nobody may delete here have no checkbox. */
export function UserList({ list, isSettling, chosen, onChoose, onOpen }: UserListProps) {
  const self = useUser()?.id
  return (
    <WindowList list={list} estimate={69} rowClass={classes.row}>
      {user => (
        <div className={`line ${classes.user}`} data-chosen={chosen.has(user.id) || undefined}>
          {user.id === self || user.demo ? (
            <span className={classes.noPick} />
          ) : (
            <label className={classes.pick}>
              <input
                type="checkbox"
                className={classes.box}
                aria-label={`Select ${isolate(fullName(user))}, ${addressOf(user)}`}
                checked={chosen.has(user.id)}
                disabled={isSettling}
                onChange={event => onChoose(user, event.currentTarget.checked)}
              />
            </label>
          )}
          <button
            type="button"
            className={`line-12 grow between ${classes.open}`}
            aria-haspopup="dialog"
            onClick={() => onOpen(user)}
          >
            <span>
              <span className="bold block breakable">{fullName(user)}</span>
              <span className="quiet text-small block breakable">{addressOf(user)}</span>
            </span>
            <span className={`end no-shrink ${classes.tags}`}>
              {user.id === self ? (
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
  )
}
