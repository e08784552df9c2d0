import type { CaseAction, CaseKind } from './report.ts'
import type { Role } from './rights.ts'
import type { Dog } from './schemas/dog.ts'
import type { AdminPark } from './schemas/park.ts'
import type { VerificationKind } from './verification.ts'

/**
 * Every action that the audit log records, with its text for people. A new action is one line here. The code is stored
 * and part of the API, so it never changes; the text may.
 */
export const AUDIT_ACTIONS = {
  'impersonation-started': 'Started impersonating',
  // A trigger of the database records it, however the impersonation ends.
  'impersonation-stopped': 'Stopped impersonating',
  'dog-edited': 'Edited a dog',
  'dog-deleted': 'Deleted a dog',
  'dog-transferred': 'Transferred a dog',
  'photo-added': 'Added a photo',
  'photo-deleted': 'Deleted a photo',
  'photo-restored': 'Restored a deleted photo',
  'users-deleted': 'Deleted users',
  'report-claimed': 'Took a report to work on',
  'case-note-added': 'Added a note to a report',
  'report-dismissed': 'Dismissed a report',
  'owner-warned': 'Warned an owner',
  'photos-removed': 'Removed photos after a report',
  'dog-hidden': 'Hid a dog',
  'owner-suspended': 'Suspended an owner',
  'owner-deleted': 'Deleted an owner after a report',
  'suspension-lifted': 'Lifted a suspension',
  'dog-shown': 'Showed a hidden dog again',
  'role-changed': 'Changed somebody’s role',
  'password-reset-sent': 'Sent somebody a link to choose a new password',
  'passkey-added': 'Added a passkey to their own account',
  'passkey-removed': 'Removed a passkey of their own account',
  'appeal-upheld': 'Let a decision stand after an appeal',
  'appeal-reversed': 'Reversed a decision after an appeal',
  'verification-approved': 'Approved a verification',
  'verification-refused': 'Refused a verification',
  'statement-template-saved': 'Saved a statement template',
  'statement-template-deleted': 'Deleted a statement template',
  'park-added': 'Added a park',
  'park-edited': 'Edited a park',
  'park-closed': 'Closed a park',
  'park-approved': 'Approved a suggested park',
  'park-refused': 'Refused a suggested park',
  'lost-approved': 'Opened the search for a lost dog',
  'lost-refused': 'Refused the search for a lost dog',
  'lost-closed': 'Closed the search for a lost dog',
  'parks-imported': 'Imported parks',
  'barked-as-dog': 'Barked as the dog',
  'message-sent-as-dog': 'Sent a message as the dog',
  'chat-opened-as-dog': 'Opened a chat as the dog',
  'playdate-proposed-as-dog': 'Proposed a playdate as the dog',
  'playdate-answered-as-dog': 'Answered a playdate as the dog',
  'playdate-changed-as-dog': 'Suggested other terms of a playdate as the dog',
  'playdate-cancelled-as-dog': 'Cancelled a playdate as the dog',
  'playdate-signalled-as-dog': 'Said as the dog that it is late or here',
  'playdate-recapped-as-dog': 'Said as the dog how a playdate went',
  'walk-hosted-as-dog': 'Opened a walk as the dog',
  'walk-joined-as-dog': 'Joined a walk as the dog',
  'walk-left-as-dog': 'Left a walk as the dog',
  'walk-changed-as-dog': 'Changed a walk as the dog',
  'walk-cancelled-as-dog': 'Called off a walk as the dog',
  'walk-series-ended-as-dog': 'Ended a weekly walk as the dog',
  'walk-signalled-as-dog': 'Said as the dog that it is late for a walk or here',
  'dog-created-as-dog': 'Created a dog of their own, acting as the dog',
  'dog-edited-as-dog': 'Edited a dog, acting as the dog',
  'photos-ordered-as-dog': 'Put a dog’s photos in order, acting as the dog',
  'photo-focused-as-dog': 'Chose what a photo keeps in sight, acting as the dog',
  'dog-deleted-as-dog': 'Deleted a dog, acting as the dog',
  'dog-chosen-as-dog': 'Chose a dog of their own, acting as the dog',
  'photo-deleted-as-dog': 'Deleted a photo, acting as the dog',
  'photo-restored-as-dog': 'Restored a deleted photo, acting as the dog',
  'location-changed-as-dog': 'Changed their own location, acting as the dog',
  'token-created-as-dog': 'Created a token of their own, acting as the dog',
  'token-revoked-as-dog': 'Revoked a token of their own, acting as the dog',
  // Replaces an action that a newer version of the app has recorded.
  other: 'Did something that this version of the app cannot name',
} as const satisfies Record<string, string>

export type AuditAction = keyof typeof AUDIT_ACTIONS
export const AUDIT_ACTION_CODES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

/** An action as somebody else's dog. */
export type ActionAsDog = Extract<AuditAction, `${string}-as-dog`>

/** The audit action of each moderation decision. */
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

/** The case and its kind. */
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

interface OfLost {
  lostId: string
}

/** Details besides the admin, the dog, its name and its owner. They never contain a user’s place or a password. */
export interface AuditDetails {
  'verification-approved': { verification: VerificationKind }
  'verification-refused': { verification: VerificationKind }
  /** Of an order of photos no values. */
  'dog-edited': { fields: string[]; before?: Partial<Dog> | null; after?: Partial<Dog> | null }
  /** The name is passed, because the dog is gone when the entry is written. */
  'dog-deleted': { name: string }
  /** E-mails of the owners before and after; null for nobody. */
  'dog-transferred': { name: string; fromId: string | null; from: string | null; to: string | null }
  'role-changed': { role: Role }
  'report-claimed': OfCase
  'case-note-added': OfCase
  'report-dismissed': OfCase
  'owner-warned': OfCase
  'photos-removed': OfCase
  'dog-hidden': OfCase
  'owner-suspended': OfCase
  'owner-deleted': OfCase
  'appeal-upheld': OfCase
  'appeal-reversed': OfCase
  'park-added': OfPark
  'park-edited': OfPark
  'park-closed': OfPark
  'park-approved': OfPark
  'park-refused': OfPark
  'lost-approved': OfLost
  'lost-refused': OfLost
  'lost-closed': OfLost
  /** The name of the set, and the numbers of its parks. */
  'parks-imported': { name: string; parks: ImportedParks }
  'statement-template-saved': { title: string }
  'statement-template-deleted': { title: string }
  'users-deleted': { users: number; dogs: number; userIds: string[] }
}

export const isAuditAction = (code: string): code is AuditAction => Object.hasOwn(AUDIT_ACTIONS, code)

/** The actions whose text contains a search, in any case, because people search for the texts that they read. */
export const auditActionsInWords = (text: string): AuditAction[] =>
  AUDIT_ACTION_CODES.filter(code => AUDIT_ACTIONS[code].toLowerCase().includes(text.toLowerCase()))

/** Older entries are deleted. */
const AUDIT_KEPT_YEARS = 2

/** Entries before this time are deleted at `now`. */
export function auditKeptSince(now: Date): Date {
  const since = new Date(now)
  since.setUTCFullYear(now.getUTCFullYear() - AUDIT_KEPT_YEARS)
  return since
}
