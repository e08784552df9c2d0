import type { Db } from '@barkyard/db/open'
import { type AuditNote, writeAudit } from '@barkyard/db/queries/audit'
import { inTransaction, type Trx } from '@barkyard/db/transaction'
import type { Caller } from '../access/sessions.ts'

/** One transaction in which `note` keeps what the caller did: both are there, or neither. */
export const inAuditedTransaction = <T>(
  db: Db,
  caller: Caller,
  work: (trx: Trx, note: (what: AuditNote) => Promise<unknown>) => Promise<T>,
): Promise<T> => inTransaction(db, trx => work(trx, what => writeAudit(trx, caller.userId, what)))
