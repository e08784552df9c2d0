import { DEEDS } from '@barkyard/domain/audit'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import { dogCountLabel } from '../../lib/words.ts'

/** An entry's action in words. */
export function whatHappened({ action, detail: { users, dogs, fields } }: AuditEntry): string {
  if (action === 'users-deleted')
    return `Deleted ${(users ?? 0).toLocaleString('en-US')} user(s) with ${dogCountLabel(dogs ?? 0)}`
  return action === 'dog-edited' && fields?.length ? `${DEEDS[action]} (${fields.join(', ')})` : DEEDS[action]
}

/** The dog concerned, with its owner. null if no name is stored any more. */
export function onWhom({ action, detail: { name, owner, from, to } }: AuditEntry): string | null {
  if (name === undefined) return null
  if (action === 'dog-transferred') return `${name}, from ${from ?? 'nobody'} to ${to ?? 'nobody'}`
  return owner === undefined ? name : `${name} of ${owner}`
}
