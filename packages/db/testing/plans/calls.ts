import { dayOf } from '@barkyard/domain/verification-days'
import type { DogViewer, Owner, Viewer } from '@barkyard/domain/visibility'
import { type Db, inTransaction, type Trx } from '../../src/open.ts'
import { cursorOf } from '../../src/queries/paging.ts'
import { CROWD, crowdId } from './crowd.ts'

/** A call of the app, and what it may cost. */
export interface Call {
  run: (db: Db) => Promise<unknown>
  /** The most rows that all its statements together may read: its page, never the table. */
  rows: number
  /** Whether it may scan a table from its end, because it stops soon. */
  stopsSoon?: boolean
}

/** The calls of each feature by their names. */
export type Calls = Record<string, Record<string, Call>>

/** A query and what it is asked with. @param rows see `Call` */
export const of = <Asked extends unknown[]>(
  rows: number,
  query: (db: Db, ...asked: Asked) => Promise<unknown>,
  ...asked: NoInfer<Asked>
): Call => ({ rows, run: db => query(db, ...asked) })

/** The same of one that may scan a table from its end, because it stops soon. */
export const scan: typeof of = (...call) => ({ ...of(...call), stopsSoon: true })

/** The same in a transaction. */
export const within = <Asked extends unknown[]>(
  rows: number,
  query: (trx: Trx, ...asked: Asked) => Promise<unknown>,
  ...asked: NoInfer<Asked>
): Call => ({ rows, run: db => inTransaction(db, trx => query(trx, ...asked)) })

export const now = new Date()
export const today = dayOf(now)
export const [user, dog, match] = [crowdId.user(1), crowdId.dog(1), crowdId.match(1)]
/** The n-th dog, as which its owner acts. */
export const actingAs = (n: number): DogViewer => ({
  kind: 'dog',
  userId: crowdId.user(1 + ((n - 1) % CROWD.users)),
  dogId: crowdId.dog(n),
})
export const viewer = actingAs(1)
export const owner: Owner = { kind: 'owner', userId: user }
export const admin: Viewer = { kind: 'admin' }

/** An hour later, when the crowd is made. */
export const soon = new Date(now.getTime() + 3_600_000)
/** A page after a cursor before the crowd's own rows, newest first, and before what comes. */
export const pageAfter = (id: string) => ({ limit: 50, cursor: cursorOf({ at: `${soon.getTime()}000`, id }) })
