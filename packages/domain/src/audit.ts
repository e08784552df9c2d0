import type { CaseKind, ModerationAction } from './report.ts'

/**
 * Every action that the audit log records, with its text for people. A new action is one line here. The code is stored
 * and part of the API, so it never changes; the text may.
 */
export const DEEDS = {
  'impersonation-started': 'Started impersonating',
  // A trigger of the database records it, however the impersonation ends.
  'impersonation-stopped': 'Stopped impersonating',
  'dog-edited': 'Edited a dog',
  'dog-deleted': 'Deleted a dog',
  'dog-transferred': 'Transferred a dog',
  'photo-added': 'Added a photo',
  'photo-deleted': 'Deleted a photo',
  'users-deleted': 'Deleted users',
  'report-claimed': 'Took a report to work on',
  'report-dismissed': 'Dismissed a report',
  'owner-warned': 'Warned an owner',
  'photos-removed': 'Removed photos after a report',
  'dog-hidden': 'Hid a dog',
  'owner-suspended': 'Suspended an owner',
  'owner-deleted': 'Deleted an owner after a report',
  'appeal-upheld': 'Let a decision stand after an appeal',
  'appeal-reversed': 'Reversed a decision after an appeal',
  'statement-template-saved': 'Saved a statement template',
  'statement-template-deleted': 'Deleted a statement template',
  'barked-as-dog': 'Barked as the dog',
  'message-sent-as-dog': 'Sent a message as the dog',
  'chat-opened-as-dog': 'Opened a chat as the dog',
  'playdate-proposed-as-dog': 'Proposed a playdate as the dog',
  'playdate-answered-as-dog': 'Answered a playdate as the dog',
  'playdate-changed-as-dog': 'Suggested other terms of a playdate as the dog',
  'playdate-cancelled-as-dog': 'Cancelled a playdate as the dog',
  'playdate-signalled-as-dog': 'Said as the dog that it is late or here',
  'playdate-recapped-as-dog': 'Said as the dog how a playdate went',
  'dog-created-as-dog': 'Created a dog of their own, acting as the dog',
  'dog-edited-as-dog': 'Edited a dog, acting as the dog',
  'photos-ordered-as-dog': 'Put a dog’s photos in order, acting as the dog',
  'photo-focused-as-dog': 'Chose what a photo keeps in sight, acting as the dog',
  'dog-deleted-as-dog': 'Deleted a dog, acting as the dog',
  'dog-chosen-as-dog': 'Chose a dog of their own, acting as the dog',
  'photo-deleted-as-dog': 'Deleted a photo, acting as the dog',
  'location-changed-as-dog': 'Changed their own location, acting as the dog',
  'token-created-as-dog': 'Created a token of their own, acting as the dog',
  'token-revoked-as-dog': 'Revoked a token of their own, acting as the dog',
  // Replaces an action that a newer version of the app has recorded.
  other: 'Did something that this version of the app cannot name',
} as const satisfies Record<string, string>

export type Deed = keyof typeof DEEDS
export const DEED_CODES = Object.keys(DEEDS) as [Deed, ...Deed[]]

/** An action as somebody else's dog. */
export type DeedAsDog = Extract<Deed, `${string}-as-dog`>

/** The audit action of each moderation decision. */
export const DEED_OF_DECISION = {
  dismiss: 'report-dismissed',
  warn: 'owner-warned',
  'remove-photos': 'photos-removed',
  'hide-dog': 'dog-hidden',
  suspend: 'owner-suspended',
  'delete-user': 'owner-deleted',
  uphold: 'appeal-upheld',
  reverse: 'appeal-reversed',
} as const satisfies Record<ModerationAction, Deed>

/** The case and its kind. */
interface OfCase {
  reportId: string
  kind: CaseKind
  /** The number of removed photos. */
  photos?: number
  /** The end of a suspension. */
  until?: string
}

/** Details besides the admin, the dog, its name and its owner. They never contain a place or a password. */
export interface DeedDetails {
  'dog-edited': { fields: string[] }
  /** The name is passed, because the dog is gone when the entry is written. */
  'dog-deleted': { name: string }
  /** E-mails of the owners before and after; null for nobody. */
  'dog-transferred': { name: string; fromId: string | null; from: string | null; to: string | null }
  'report-claimed': OfCase
  'report-dismissed': OfCase
  'owner-warned': OfCase
  'photos-removed': OfCase
  'dog-hidden': OfCase
  'owner-suspended': OfCase
  'owner-deleted': OfCase
  'appeal-upheld': OfCase
  'appeal-reversed': OfCase
  'statement-template-saved': { title: string }
  'statement-template-deleted': { title: string }
  'users-deleted': { users: number; dogs: number; userIds: string[] }
}

export const isDeed = (code: string): code is Deed => Object.hasOwn(DEEDS, code)

/** The actions whose text contains a search, in any case, because people search for the texts that they read. */
export const deedsInWords = (text: string): Deed[] =>
  DEED_CODES.filter(code => DEEDS[code].toLowerCase().includes(text.toLowerCase()))

/** Older entries are deleted. */
export const AUDIT_KEPT_YEARS = 2

/** Entries before this time are deleted at `now`. */
export function auditKeptSince(now: Date): Date {
  const since = new Date(now)
  since.setUTCFullYear(now.getUTCFullYear() - AUDIT_KEPT_YEARS)
  return since
}
