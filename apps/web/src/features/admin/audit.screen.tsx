import { AUDIT_ACTIONS } from '@barkyard/domain/audit'
import { isolate } from '@barkyard/domain/isolate'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { Link } from 'react-router-dom'
import { AdminPage } from '../../components/admin-page.tsx'
import { ListSection, PAGE, useSearch } from '../../components/list-section.tsx'
import { WindowList } from '../../components/window-list.tsx'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { dogCountLabel, momentOf } from '../../lib/words.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'

/** Who deletes a user leaves no page of theirs. */
const DELETES = new Set<string>(['owner-deleted', 'users-deleted'])

function whatHappened({ action, detail: { users, dogs, fields, parks, photos, until } }: AuditEntry): string {
  if (action === 'users-deleted')
    return `Deleted ${(users ?? 0).toLocaleString('en-US')} user(s) with ${dogCountLabel(dogs ?? 0)}`
  const isEdited = action === 'dog-edited' || action === 'park-edited'
  const more = [isEdited && fields?.join(', '), until && `until ${momentOf(until)}`, photos, parks && inWords(parks)]
  const known = more.filter(Boolean).join(', ')
  return known ? `${AUDIT_ACTIONS[action]} (${known})` : AUDIT_ACTIONS[action]
}

/** A value, or those of a park's facts by their names. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ') || 'nothing'
  if (typeof value !== 'object' || value === null) return String(value ?? '') || 'nothing'
  const parts = Object.entries(value).map(([name, part]) => `${name} ${part}`)
  return parts.join(', ') || 'nothing'
}

/** What an edited field was and is. null for an entry without values. */
const changeOf = ({ before, after }: AuditEntry['detail'], field: string): string | null =>
  before && after ? `${field}: ${inWords(before[field as keyof Dog])} → ${inWords(after[field as keyof Dog])}` : null

/** The dog concerned, with its owner, or who or what else it is. null if no name is stored any more. */
function onWhom({ action, detail: { name, owner, title, from, to } }: AuditEntry): string | null {
  if (name === undefined) return owner ?? title ?? null
  if (action === 'dog-transferred') return `${isolate(name)}, from ${from ?? 'nobody'} to ${to ?? 'nobody'}`
  return owner === undefined ? name : `${isolate(name)} of ${owner}`
}

/** As high as the least target. */
const TARGET = { paddingBlock: 3 }

function Entry({ entry }: { entry: AuditEntry }) {
  const target = onWhom(entry)
  return (
    <div style={{ paddingBlock: 11 }}>
      <p className="bold breakable">
        <span>{whatHappened(entry)}</span>
        {target ? (
          <>
            {' · '}
            <span className="medium">
              {entry.dogId && entry.detail.name && entry.action !== 'dog-deleted' ? (
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
      <p className="quiet row-12 text-small breakable">
        <span>{entry.adminEmail ?? (entry.detail.commandLine ? 'The command line' : 'A former admin')}</span>
        {entry.detail.reportId ? (
          <Link style={TARGET} to={`/admin/reports/${entry.detail.reportId}`}>
            The case
          </Link>
        ) : null}
        {entry.userId && !DELETES.has(entry.action) ? (
          <Link style={TARGET} to={`/admin/users/${entry.userId}`}>
            The owner
          </Link>
        ) : null}
        <time dateTime={entry.at} style={{ marginLeft: 'auto' }}>
          {momentOf(entry.at)}
        </time>
      </p>
    </div>
  )
}

export function Component() {
  const search = useSearch()
  const list = useInfiniteList<AuditEntry>(
    trpc.admin.audit.useInfiniteQuery({ search: search.search, limit: PAGE }, { ...paged, staleTime: 0 }),
  )
  return (
    <AdminPage title={SCREENS.adminAudit.title}>
      <ListSection
        id="audit"
        title="Audit Log"
        list={list}
        search={search}
        things="entries"
        searches="the audit log by admin, action, dog or e-mail"
        empty="No admin has changed anything yet."
      >
        <WindowList list={list} estimate={71} label="Entries, newest first">
          {entry => <Entry entry={entry} />}
        </WindowList>
      </ListSection>
    </AdminPage>
  )
}
