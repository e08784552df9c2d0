import { isolate } from '@barkyard/domain/isolate'
import type { AdminUser } from '@barkyard/domain/schemas/admin'
import { useUser } from '../../../auth.ts'
import { CollarTag } from '../../../components/collar-tag.tsx'
import section from '../../../components/list-section.module.css'
import type { InfiniteList } from '../../../lib/list-pages.ts'
import { useWindowRows } from '../../../lib/window-rows.ts'
import { addressOf, dogCountLabel, fullName } from '../../../lib/words.ts'
import classes from './all-users.module.css'
import type { Chosen } from './chosen.ts'
import { RoleTag } from './role-tag.tsx'

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
  const { items, total } = list
  const rows = useWindowRows({
    count: items.length,
    estimate: 69,
    keyOf: row => items[row]?.id ?? String(row),
    onNearEnd: list.loadMore,
  })
  return (
    <div ref={rows.boxRef} className={section.box}>
      <ul style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
        {rows.shown.map(index => {
          const user = items[index]
          if (!user) return null
          const isChosen = chosen.has(user.id)
          return (
            <li
              key={user.id}
              ref={rows.measure}
              data-index={index}
              data-chosen={isChosen || undefined}
              className={classes.user}
              aria-posinset={index + 1}
              aria-setsize={total ?? -1}
            >
              {user.id === self || user.demo ? (
                <span className={classes.noPick} />
              ) : (
                <label className={classes.pick}>
                  <input
                    type="checkbox"
                    className={classes.box}
                    aria-label={`Select ${isolate(fullName(user))}, ${addressOf(user)}`}
                    checked={isChosen}
                    disabled={isSettling}
                    onChange={event => onChoose(user, event.currentTarget.checked)}
                  />
                </label>
              )}
              <button type="button" className={classes.open} aria-haspopup="dialog" onClick={() => onOpen(user)}>
                <span className={classes.who}>
                  <span className={classes.name}>{fullName(user)}</span>
                  <span className={classes.email}>{addressOf(user)}</span>
                </span>
                <span className={classes.tags}>
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
            </li>
          )
        })}
      </ul>
    </div>
  )
}
