import actions from './data/audit-actions.json' with { type: 'json' }
import type { CaseAction, CaseKind } from './report.ts'
import type { Role } from './rights.ts'
import type { Dog } from './schemas/dog.ts'
import type { AdminPark } from './schemas/park.ts'
import type { VerificationKind } from './verification.ts'

/**
 * Every action that the audit log records, with its text for people. A new action is one line of `data/audit-actions.json`.
 * The code is stored and part of the API, so it never changes; the text may. `other` stands for what a newer version has
 * recorded, and a trigger of the database records `impersonation-stopped`, however the impersonation ends.
 */
export const AUDIT_ACTIONS = actions
export type AuditAction = keyof typeof AUDIT_ACTIONS
export const AUDIT_ACTION_CODES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

/** An action as somebody else's dog. */
export type ActionAsDog = Extract<AuditAction, `${string}-as-dog`>

export const AUDIT_ACTION_OF_DECISION = {
  dismiss: 'report-dismissed',
  warn: 'owner-warned',
  'remove-photos': 'photos-removed',
  'hide-dog': 'dog-hidden',
  suspend: 'owner-suspended',
  'delete-user': 'owner-deleted',
  uphold: 'appeal-upheld',
  reverse: 'appeal-reversed',
} as const satisfies Record<CaseAction, AuditAction>

type ActionOfCase = 'report-claimed' | 'case-note-added' | (typeof AUDIT_ACTION_OF_DECISION)[CaseAction]
interface OfCase {
  reportId: string
  kind: CaseKind
  /** The number of removed photos. */
  photos?: number
  /** The end of a suspension. */
  until?: string
}

/** A park, and its values before and after. Who suggested it is not told. */
interface OfPark {
  parkId: string
  name: string
  /** Those that differ. */
  fields: string[]
  before: ParkValues | null
  after: ParkValues
}
/** What an import did, in numbers of parks. */
type ImportedParks = Record<'added' | 'changed' | 'reopened' | 'closed', number>
export type ParkValues = Partial<Pick<AdminPark, 'name' | 'address' | 'lat' | 'lng' | 'facts' | 'state' | 'reason'>>

/** Details besides the admin, the dog, its name and its owner. They never contain a user’s place or a password. */
export interface AuditDetails
  extends Record<ActionOfCase, OfCase>,
    Record<`park-${'added' | 'edited' | 'closed' | 'approved' | 'refused'}`, OfPark>,
    Record<`lost-${'approved' | 'refused' | 'closed'}`, { lostId: string }> {
  'verification-approved': { verification: VerificationKind }
  'verification-refused': { verification: VerificationKind }
  /** Of an order of photos no values. */
  'dog-edited': { fields: string[]; before?: Partial<Dog> | null; after?: Partial<Dog> | null }
  /** The name is passed, because the dog is gone when the entry is written. */
  'dog-deleted': { name: string }
  /** E-mails of the owners before and after; null for nobody. */
  'dog-transferred': { name: string; fromId: string | null; from: string | null; to: string | null }
  'role-changed': { role: Role; fields: ['role']; before: { role: Role }; after: { role: Role } }
  /** The name of the set, and the numbers of its parks. */
  'parks-imported': { name: string; parks: ImportedParks }
  'statement-template-saved': { title: string }
  'statement-template-deleted': { title: string }
  'users-deleted': { users: number; dogs: number; userIds: string[] }
}

export const roleChanged = (before: Role, role: Role): AuditDetails['role-changed'] => ({
  ...{ role, fields: ['role'] },
  ...{ before: { role: before }, after: { role } },
})

export const isAuditAction = (code: string): code is AuditAction => Object.hasOwn(AUDIT_ACTIONS, code)

/** The actions whose text contains a word, in any case, because people search for the texts that they read. */
export const auditActionsInWords = (word: string): AuditAction[] =>
  AUDIT_ACTION_CODES.filter(code => AUDIT_ACTIONS[code].toLowerCase().includes(word.toLowerCase()))

/** Older entries are deleted. */
const AUDIT_KEPT_YEARS = 2

/** Entries before this time are deleted at `now`. */
export function auditKeptSince(now: Date): Date {
  const since = new Date(now)
  since.setUTCFullYear(now.getUTCFullYear() - AUDIT_KEPT_YEARS)
  return since
}
