import type { Db } from '@barkyard/db/open'
import { type AuditNote, writeAudit } from '@barkyard/db/queries/audit'
import type { NewMessage } from '@barkyard/db/queries/messages'
import { inTransaction, type Trx } from '@barkyard/db/transaction'
import type { DeedAsDog } from '@barkyard/domain/audit'
import type { Caller } from './sessions.ts'

/** One transaction in which `note` keeps what the caller did: both are there, or neither. */
export const inAuditedTransaction = <T>(
  db: Db,
  caller: Caller,
  work: (trx: Trx, note: (what: AuditNote) => Promise<void>) => Promise<T>,
): Promise<T> => inTransaction(db, trx => work(trx, what => writeAudit(trx, caller.userId, what)))

/** How a call writes: an admin's writes as somebody else's dog are noted with them. */
export interface Writes {
  /**
   * Runs a write. Where it is an admin's as somebody else's dog, the note is kept in the same transaction. A refusal must
   * be thrown within `work`, so that what was not done is not noted.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** What a message carries along to be noted when it is stored. */
  audit: NewMessage['audit']
}

/** The writes of a caller who acts as a dog of their own, or as none. */
export const plainWrites = (db: Db): Writes => ({ write: work => work(db), audit: undefined })

/** The writes of an admin as somebody else's dog. */
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

/** What an admin's chat message as somebody else's dog carries along. */
export const auditOfMessage = (caller: Caller): NewMessage['audit'] =>
  caller.isImpersonating
    ? { adminId: caller.userId, note: { action: 'message-sent-as-dog', dogId: caller.actingDogId } }
    : undefined
