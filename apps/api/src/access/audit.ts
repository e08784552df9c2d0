import type { Db } from '@barkyard/db/open'
import { type AuditNote, writeAudit } from '@barkyard/db/queries/audit'
import type { NewMessage } from '@barkyard/db/queries/messages'
import { inTransaction, type Trx } from '@barkyard/db/transaction'
import type { DeedAsDog } from '@barkyard/domain/audit'
import type { Caller } from './sessions.ts'

/** One transaction for a write and its note. */
export const inAuditedTransaction = <T>(
  db: Db,
  caller: Caller,
  work: (trx: Trx, note: (what: AuditNote) => Promise<void>) => Promise<T>,
): Promise<T> => inTransaction(db, trx => work(trx, what => writeAudit(trx, caller.userId, what)))

/** How a call writes. Writes of an admin as another owner's dog are noted with them. */
export interface Writes {
  /**
   * Runs a write. If an admin makes it as somebody else's dog, the note is stored in the same transaction. A refusal must
   * be thrown within `work`, so that nothing is noted that was not done.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** The note that is stored with a message. */
  audit: NewMessage['audit']
}

/** Writes of a caller who acts as their own dog, or as none. */
export const plainWrites = (db: Db): Writes => ({ write: work => work(db), audit: undefined })

/** Writes of an admin as another owner's dog. */
export function writesAsDog(db: Db, { userId, actingDogId }: Caller, deed: DeedAsDog): Writes {
  const note = { action: deed, dogId: actingDogId }
  return {
    write: work =>
      inTransaction(db, async trx => {
        await writeAudit(trx, userId, note)
        return work(trx)
      }),
    audit: { adminId: userId, note },
  }
}

/** The note of a chat message that an admin sends as another owner's dog. */
export const auditOfMessage = (caller: Caller): NewMessage['audit'] =>
  caller.isImpersonating
    ? { adminId: caller.userId, note: { action: 'message-sent-as-dog', dogId: caller.actingDogId } }
    : undefined
