import type { VerificationKind, VerificationState } from '@barkyard/domain/verification'
import type { Generated } from 'kysely'

/** What moderators check about dogs. */
export interface VerificationTables {
  verifications: VerificationsTable
}

interface VerificationsTable {
  id: string
  dog_id: string
  /** The owner who asked. */
  user_id: string
  kind: VerificationKind
  state: Generated<VerificationState>
  /** Increases with new evidence, and when the dog's main photo, breed or owner changes. */
  version: Generated<number>
  code: string | null
  /** The key of the evidence's files, which are not public. Triggers note it for deletion. */
  evidence_key: string | null
  reason: string | null
  /** A day, YYYY-MM-DD. */
  expires_on: string | null
  /** The day on which the owner is to be reminded; null: no more. */
  remind_on: string | null
  decided_by: string | null
  created_at: Date
  /** When the first evidence came. */
  sent_at: Date | null
  /** When it was decided or withdrawn. */
  closed_at: Date | null
}
