import { createHash } from 'node:crypto'
import type { Db, Trx } from '@barkyard/db/open'
import type { EndedAccess } from '@barkyard/db/queries/account/end-access'
import { lockUser } from '@barkyard/db/queries/account/users'
import {
  createSession,
  endSession,
  findSession,
  findSessions,
  type NewSession,
  type SessionRow,
  touchSession,
} from '@barkyard/db/queries/sign-in/sessions'
import { findTokenCaller, isExpiredToken } from '@barkyard/db/queries/tokens/tokens'
import { isStaff } from '@barkyard/domain/rights'
import type { Effects } from '../write.ts'
import { mayBeToken } from './token-text.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A session ends 30 days after its last use. */
export const SESSION_DAYS = 30
/** Changes by other processes are noticed within this time; 5 s are promised. */
export const FRESH_MS = 2_000
const CACHE_MAX = 50_000
const READ_AT_ONCE = 500

/** The prefix of a token's hash that is used as a session id. */
const TOKEN = 'token:'

/** A token's SHA-256, which is all that is stored of it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
export const tokenKey = (hash: Buffer): string => TOKEN + hash.toString('hex')
/** The hash in a caller's id that `tokenKey` made. */
export const hashOfTokenKey = (key: string): Buffer => Buffer.from(key.slice(TOKEN.length), 'hex')

/** Sessions ended: their sockets close. */
export function sessionsEnded(effects: Effects, ids: readonly string[]): void {
  for (const sessionId of ids) effects.event({ type: 'session-ended', sessionId })
}

/** Sessions and tokens ended: their sockets close. */
export const accessEnded = (effects: Effects, { sessionIds, tokenHashes }: EndedAccess): void =>
  sessionsEnded(effects, [...sessionIds, ...tokenHashes.map(tokenKey)])

export interface Caller extends SessionRow {
  actingDogId: string | null
  isImpersonating: boolean
  /** The caller used a personal access token: `id` is then its hash, not a session. */
  isToken: boolean
  /** Staff who need a passkey, and were signed in without one: they have no rights over others here. */
  lacksPasskey: boolean
}

function toCaller(row: SessionRow, adminPasskey: boolean): Caller {
  const lacksPasskey = adminPasskey && isStaff(row.role) && row.passkeyId === null
  const { role, impersonatedDogId, actingUserId } = lacksPasskey
    ? ({ role: 'owner', impersonatedDogId: null, actingUserId: row.userId } as const)
    : row
  return {
    ...row,
    role,
    impersonatedDogId,
    actingUserId,
    actingDogId: impersonatedDogId ?? row.activeDogId,
    isImpersonating: impersonatedDogId !== null,
    isToken: row.id.startsWith(TOKEN),
    lacksPasskey,
  }
}

const usedSince = () => new Date(Date.now() - SESSION_DAYS * DAY_MS)

interface Entry {
  caller: Promise<Caller | null>
  /** In ms, by `performance.now`. */
  until: number
  /** Something has changed since the reading began. */
  isStale?: boolean
  known?: Caller | null
}

/** Sessions in the database, cached for 2 s. Changes in this process clear the entries concerned. */
export class Sessions {
  readonly #db: Db
  readonly #demo: boolean
  readonly #adminPasskey: boolean
  readonly #now: () => Date
  readonly #cache = new Map<string, Entry>()

  /** @param options.now decides which tokens have expired. */
  constructor(db: Db, options: { demo: boolean; adminPasskey?: boolean; now: () => Date }) {
    this.#db = db
    this.#demo = options.demo
    this.#adminPasskey = options.adminPasskey ?? false
    this.#now = options.now
  }

  /** The session's caller; null if it has ended, or belongs to the demo while the demo is off. */
  async find(id: string): Promise<Caller | null> {
    for (;;) {
      const entry = this.#entry(id)
      const caller = await entry.caller
      // It changed while it was read: read it again.
      if (!entry.isStale) return caller
    }
  }

  /** The callers of many sessions, read 500 at a time; null for those that have ended. */
  async findAll(ids: readonly string[]): Promise<Map<string, Caller | null>> {
    const unknown = ids.filter(id => !id.startsWith(TOKEN) && !this.#fresh(id))
    for (let at = 0; at < unknown.length; at += READ_AT_ONCE) {
      const some = unknown.slice(at, at + READ_AT_ONCE)
      const read = this.#readAll(some)
      for (const id of some)
        this.#keep(
          id,
          read.then(callers => callers.get(id) ?? null),
        )
      await read
    }
    const callers = new Map<string, Caller | null>()
    for (const id of ids) {
      const entry = this.#fresh(id)
      const caller = await entry?.caller
      callers.set(id, entry && !entry.isStale ? (caller ?? null) : await this.find(id))
    }
    return callers
  }

  #entry(id: string): Entry {
    const entry = this.#fresh(id)
    // Another process may just have made them act as a dog. They would be refused until this one hears of it.
    return entry && entry.known?.actingDogId !== null ? entry : this.#keep(id, this.#read(id))
  }

  /** What is known of a session or token that has not ended since it was read. */
  #fresh(id: string): Entry | undefined {
    const entry = this.#cache.get(id)
    if (!entry || entry.until <= performance.now()) return undefined
    const end = entry.known?.expiresAt
    return end && end <= this.#now() ? undefined : entry
  }

  #keep(id: string, caller: Promise<Caller | null>): Entry {
    const now = performance.now()
    const entry: Entry = { caller, until: now + FRESH_MS }
    this.#cache.delete(id)
    this.#cache.set(id, entry)
    // A Map keeps its order, so the entries that expire first come first.
    for (const [oldest, { until }] of this.#cache) {
      if (until > now && this.#cache.size <= CACHE_MAX) break
      this.#cache.delete(oldest)
    }
    entry.caller.then(
      caller => {
        entry.known = caller
      },
      () => {
        if (this.#cache.get(id) === entry) this.#cache.delete(id)
      },
    )
    return entry
  }

  #drop(id: string): void {
    const entry = this.#cache.get(id)
    if (entry) entry.isStale = true
    this.#cache.delete(id)
  }

  findFresh(id: string): Promise<Caller | null> {
    this.#drop(id)
    return this.find(id)
  }

  /**
   * Finds a caller again, for the transaction that makes what outlives the call: locks the account, and keeps the session
   * or token there until the transaction ends. The cache has no say in it.
   * @returns the caller as they are now, and the account's password hash; null if they are signed out.
   */
  async findLocked(trx: Trx, { id, userId }: Caller): Promise<{ caller: Caller; passwordHash: string | null } | null> {
    const user = await lockUser(trx, userId)
    const caller = user && (await this.#read(id, trx))
    return caller ? { caller, passwordHash: user.password_hash } : null
  }

  async #read(id: string, trx?: Trx): Promise<Caller | null> {
    const db = trx ?? this.#db
    const options = { isKept: trx !== undefined }
    const row = id.startsWith(TOKEN)
      ? await findTokenCaller(db, hashOfTokenKey(id), this.#now(), options)
      : await findSession(db, id, usedSince(), options)
    return row && this.#isAllowed(row) ? toCaller({ ...row, id }, this.#adminPasskey) : null
  }

  async #readAll(ids: readonly string[]): Promise<Map<string, Caller>> {
    const rows = await findSessions(this.#db, ids, usedSince())
    return new Map(rows.filter(row => this.#isAllowed(row)).map(row => [row.id, toCaller(row, this.#adminPasskey)]))
  }

  #isAllowed({ isDemo }: Pick<SessionRow, 'isDemo'>): boolean {
    return this.#demo || !isDemo
  }

  /** The caller of a personal access token; null if it is invalid or revoked. */
  async findToken(token: string): Promise<Caller | null> {
    return mayBeToken(token) ? this.find(tokenKey(hashToken(token))) : null
  }

  async hasExpired(token: string): Promise<boolean> {
    return mayBeToken(token) && isExpiredToken(this.#db, hashToken(token), this.#now())
  }

  /** Whether a query is needed to find a token's caller. */
  isTokenUnknown(token: string): boolean {
    if (!mayBeToken(token)) return false
    return !this.#fresh(tokenKey(hashToken(token)))
  }

  /** Starts a session. The cookie holds its id. */
  start(session: Omit<NewSession, 'at'>) {
    return createSession(this.#db, { ...session, at: this.#now() })
  }

  /** Stores the use of a session, once a day. @returns whether it was stored now; the cookie is then renewed too. */
  async touch(caller: Caller): Promise<boolean> {
    // A time in the future was stored while the clock was ahead.
    if (Math.abs(Date.now() - caller.lastUsedAt.getTime()) < DAY_MS) return false
    caller.lastUsedAt = new Date()
    await touchSession(this.#db, caller.id)
    return true
  }

  async end(id: string): Promise<void> {
    await endSession(this.#db, id)
    this.#drop(id)
  }

  /** Call this after a change of who these users act as, or of who acts as these dogs. */
  forget(userIds: readonly string[], dogIds: readonly string[]): void {
    const [users, dogs] = [new Set(userIds), new Set(dogIds)]
    for (const [id, { known }] of this.#cache) {
      const isMeant =
        !known ||
        users.has(known.userId) ||
        users.has(known.actingUserId) ||
        (known.impersonatedDogId !== null && dogs.has(known.impersonatedDogId))
      // An entry that is being read may show the state before the change.
      if (isMeant) this.#drop(id)
    }
  }

  forgetSession(id: string): void {
    this.#drop(id)
  }
}
