import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import { Link } from 'react-router-dom'
import section from '../../components/list-section.module.css'
import { ListSection, useSearch } from '../../components/list-section.tsx'
import { useWindowRows } from '../../lib/window-rows.ts'
import classes from './audit-log.module.css'
import { onWhom, whatHappened } from './audit-words.ts'
import { useAudit } from './data.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function Entry({ entry }: { entry: AuditEntry }) {
  const target = onWhom(entry)
  return (
    <>
      <p className={classes.what}>
        {whatHappened(entry)}
        {target ? (
          <>
            {' · '}
            <span className={classes.target}>
              {entry.dogId && entry.action !== 'dog-deleted' ? (
                <Link to={`/dog/${entry.dogId}`}>{target}</Link>
              ) : (
                target
              )}
            </span>
          </>
        ) : null}
      </p>
      <p className={classes.who}>
        <span>{entry.adminEmail ?? 'A former admin'}</span>
        <time dateTime={entry.at}>{time.format(new Date(entry.at))}</time>
      </p>
    </>
  )
}

/** The actions of admins, newest first. */
export function AuditLog() {
  const search = useSearch()
  const list = useAudit(search.search)
  const { items, total } = list
  const rows = useWindowRows({
    count: items.length,
    estimate: 71,
    keyOf: row => items[row]?.id ?? String(row),
    onNearEnd: list.loadMore,
  })
  return (
    <ListSection
      id="audit"
      title="Audit Log"
      list={list}
      search={search}
      things="entries"
      searches="the audit log by admin, action, dog or e-mail"
      empty="No admin has changed anything yet."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a link in it nobody could scroll it by keyboard */}
      <section ref={rows.boxRef} className={section.box} tabIndex={0} aria-label="Entries, newest first">
        <ol className={section.list} style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
          {rows.shown.map(index => {
            const entry = items[index]
            return entry ? (
              <li
                key={entry.id}
                ref={rows.measure}
                data-index={index}
                className={classes.entry}
                aria-posinset={index + 1}
                aria-setsize={total ?? -1}
              >
                <Entry entry={entry} />
              </li>
            ) : null
          })}
        </ol>
      </section>
    </ListSection>
  )
}
