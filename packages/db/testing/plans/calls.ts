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

export const of = (rows: number, run: Call['run'], more: Partial<Call> = {}): Call => ({ run, rows, ...more })

/** The same in a transaction. */
export const within = (rows: number, run: (trx: Trx) => Promise<unknown>, more: Partial<Call> = {}): Call =>
  of(rows, db => inTransaction(db, run), more)

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
/** A cursor before the crowd's own rows, newest first, and before what comes. */
export const nextTo = (id: string) => cursorOf({ at: `${soon.getTime()}000`, id })
