import { AUDIT_ACTIONS } from '@barkyard/domain/audit'
import { isolate } from '@barkyard/domain/isolate'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { Link } from 'react-router-dom'
import { ListSection, useSearch } from '../../components/list-section.tsx'
import { WindowList } from '../../components/window-list.tsx'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/list-pages.ts'
import { dogCountLabel, momentOf } from '../../lib/words.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { AdminPage } from './admin-page.tsx'
import classes from './audit.module.css'

const PAGE = 200

const useAudit = (search: string): InfiniteList<AuditEntry> =>
  useInfiniteList(trpc.admin.audit.useInfiniteQuery({ search, limit: PAGE }, paged))

/** Who deletes a user leaves no page of theirs. */
const DELETES = new Set<string>(['owner-deleted', 'users-deleted'])

/** An entry's action in words. */
function whatHappened({ action, detail: { users, dogs, fields, parks } }: AuditEntry): string {
  if (action === 'users-deleted')
    return `Deleted ${(users ?? 0).toLocaleString('en-US')} user(s) with ${dogCountLabel(dogs ?? 0)}`
  if (action === 'parks-imported') return `${AUDIT_ACTIONS[action]} (${valueInWords(parks)})`
  return (action === 'dog-edited' || action === 'park-edited') && fields?.length
    ? `${AUDIT_ACTIONS[action]} (${fields.join(', ')})`
    : AUDIT_ACTIONS[action]
}

/** A value, or those of a park's facts by their names. */
function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ') || 'nothing'
  if (typeof value !== 'object' || value === null) return String(value ?? '') || 'nothing'
  const parts = Object.entries(value).map(([name, part]) => `${name} ${part}`)
  return parts.join(', ') || 'nothing'
}

/** What an edited field was and is. null for an entry without values. */
const changeOf = ({ before, after }: AuditEntry['detail'], field: string): string | null =>
  before && after
    ? `${field}: ${valueInWords(before[field as keyof Dog])} → ${valueInWords(after[field as keyof Dog])}`
    : null

/** The dog concerned, with its owner. null if no name is stored any more. */
function onWhom({ action, detail: { name, owner, from, to } }: AuditEntry): string | null {
  if (name === undefined) return null
  if (action === 'dog-transferred') return `${isolate(name)}, from ${from ?? 'nobody'} to ${to ?? 'nobody'}`
  return owner === undefined ? name : `${isolate(name)} of ${owner}`
}

function Entry({ entry }: { entry: AuditEntry }) {
  const target = onWhom(entry)
  return (
    <>
      <p className="bold breakable">
        <span>{whatHappened(entry)}</span>
        {target ? (
          <>
            {' · '}
            <span style={{ fontWeight: 500 }}>
              {entry.dogId && entry.action !== 'dog-deleted' ? (
                <Link to={`/dog/${entry.dogId}`}>{target}</Link>
              ) : (
                target
              )}
            </span>
          </>
        ) : null}
      </p>
      {entry.detail.fields?.map(field => {
        const change = changeOf(entry.detail, field)
        return (
          change && (
            <p key={field} className="text-small breakable">
              {change}
            </p>
          )
        )
      })}
      <p className={`quiet text-small breakable ${classes.who}`}>
        <span>{entry.adminEmail ?? (entry.action === 'parks-imported' ? 'The command line' : 'A former admin')}</span>
        {entry.detail.reportId ? <Link to={`/admin/reports/${entry.detail.reportId}`}>The case</Link> : null}
        {entry.userId && !DELETES.has(entry.action) ? <Link to={`/admin/users/${entry.userId}`}>The owner</Link> : null}
        <time dateTime={entry.at}>{momentOf(entry.at)}</time>
      </p>
    </>
  )
}

function AuditLog() {
  const search = useSearch()
  const list = useAudit(search.search)
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
      <WindowList list={list} estimate={71} rowClass={classes.entry} label="Entries, newest first">
        {entry => <Entry entry={entry} />}
      </WindowList>
    </ListSection>
  )
}

export const Component = () => (
  <AdminPage title={SCREENS.adminAudit.title}>
    <AuditLog />
  </AdminPage>
)
