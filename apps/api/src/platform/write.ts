import type { Db } from '@barkyard/db/open'
import type { EndedAccess } from '@barkyard/db/queries/account/account'
import { type AuditNote, writeAudit } from '@barkyard/db/queries/admin/audit'
import type { StoredMessage } from '@barkyard/db/queries/messages/messages'
import type { ConcernedByWalk } from '@barkyard/db/queries/notifications/notify-walks'
import type { PlaydateChange, PlaydateSide } from '@barkyard/db/queries/playdates/playdates'
import { inTransaction, type Trx } from '@barkyard/db/transaction'
import type { ActionAsDog } from '@barkyard/domain/audit'
import type { SharedEvent } from '@barkyard/domain/schemas/live'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { FastifyBaseLogger } from 'fastify'
import { notSignedIn } from './access/requirements.ts'
import { type Caller, type Sessions, tokenKey } from './access/sessions.ts'
import { AppError, redactError } from './errors.ts'
import type { Jobs, PutOptions } from './jobs/jobs.ts'
import type { JobKind } from './jobs/runner.ts'
import { MAIL, type MailKind, type Mails } from './mail/mails.ts'
import type { Bus, BusMessage } from './realtime/bus.ts'

/** Carries out the effects of writes. */
interface Platform {
  sessions: Pick<Sessions, 'findLocked'>
  log: FastifyBaseLogger
  bus: Pick<Bus, 'publish'>
  jobs: Pick<Jobs, 'put' | 'wake'>
  mails: Pick<Mails, 'put'>
  webhooks: EventQueue
  /** Decides soon which new notifications are pushed. */
  deliverSoon(): void
  /** Deletes files whose rows are gone. Resolves after three seconds at the latest. */
  deleteFiles(): Promise<void>
}

/** Stores events for the scripts that want them, and jobs that send them. */
export interface EventQueue {
  readonly kind: JobKind<unknown>
  /** Whether somebody may want one of these. */
  concerns(messages: readonly BusMessage[]): boolean
  put(trx: Db | Trx, messages: readonly BusMessage[]): Promise<void>
}

type Ids = readonly string[]

/**
 * What a write does besides changing rows. Audit notes and jobs are stored at the end of its transaction; everything else
 * happens after the commit. Queries return the users concerned, so nothing is read for it.
 */
export class Effects {
  readonly notes: { note: AuditNote; ownerId?: string | null | undefined }[] = []
  readonly jobs: ((platform: Platform, trx: Trx) => Promise<unknown>)[] = []
  readonly wakes = new Set<JobKind<unknown>>()
  readonly messages: BusMessage[] = []
  isDeliverySoon = false
  isFileGone = false
  /** Owners whose photos get new addresses. */
  readonly movedOf: string[] = []

  /** Notes in the audit log what the admin did. With `ownerId`, only if the thing does not belong to the admin. */
  audit(note: AuditNote, { ownerId }: { ownerId?: string | null } = {}): void {
    this.notes.push({ note, ownerId })
  }

  job<P>(kind: JobKind<P>, payload: NoInfer<P>, options?: PutOptions): void {
    this.jobs.push(({ jobs }, trx) => jobs.put(trx, kind, payload, options))
    this.wakes.add(kind)
  }

  /** A mail, if this installation sends mail. */
  mail<P>(kind: MailKind<P>, content: NoInfer<P>, options?: PutOptions): void {
    this.jobs.push(({ mails }, trx) => mails.put(trx, kind, content, options))
    this.wakes.add(MAIL)
  }

  /** The work itself has put jobs of this kind. */
  jobsPut(kind: JobKind<unknown>): void {
    this.wakes.add(kind)
  }

  /** A message is stored, and whom it notifies is. `sentBy`: the user whose sockets also receive its clientId. */
  messageStored({ message, clientId, dogIds, userIds, ownDogs, notified }: StoredMessage, sentBy: string): void {
    this.messages.push({
      type: 'event',
      audience: { userIds, dogIds },
      event: { type: 'message', message },
      ownDogs,
      ...(clientId !== null && { clientId: { userId: sentBy, value: clientId } }),
    })
    this.notified(notified)
  }

  /** A user has seen the messages of a match: their other pages drop the badge. */
  messagesSeen(userId: string, matchId: string, dogId: string): void {
    this.#event([userId], [], { type: 'seen', matchId }, { [userId]: dogId })
  }

  /** A playdate changed, or its signals did: the pages of both sides show it. */
  playdateChanged({ playdate, theirs, by, to, isOwn = false }: PlaydateChange): void {
    const send = (sides: PlaydateSide[], seen: Playdate) => {
      const owned = sides.flatMap(({ userId, dogId }) => (userId === null ? [] : [[userId, dogId] as const]))
      this.#event(
        [...new Set(owned.map(([userId]) => userId))],
        sides.map(({ dogId }) => dogId),
        { type: 'playdate', playdate: seen },
        Object.fromEntries(owned),
      )
    }
    // Each side reads the other's first name, so they get an event each, unless they are the same owner.
    if (isOwn) send([by], playdate)
    else if (by.userId === to.userId) send([by, to], playdate)
    else {
      send([by], playdate)
      send([to], theirs)
    }
  }

  /** A walk changed, or what was said about it: the pages of those on it read it again. */
  walkChanged(walkId: string, { dogIds, ownDogs }: ConcernedByWalk): void {
    this.#event(Object.keys(ownDogs), dogIds, { type: 'walk', walkId }, ownDogs)
  }

  /** A user has a new webhook. */
  webhookCreated(userId: string): void {
    this.messages.push({ type: 'webhook-created', userIds: [userId] })
  }

  /** There are new notifications for these users: their pages count again, and pushes are decided soon. */
  notified(userIds: Ids): void {
    this.notificationsChanged(userIds)
    if (userIds.length > 0) this.isDeliverySoon = true
  }

  /** Notifications of users were seen, or are due: the bells of their pages count again. */
  notificationsChanged(userIds: Ids): void {
    if (userIds.length > 0) this.#event(userIds, [], { type: 'notifications' })
  }

  /**
   * Dogs or photos changed: the pages of these users, and of sessions that act as these dogs, read everything again. Other
   * pages that show one of these dogs read that dog again.
   */
  dogsChanged(userIds: Ids, dogIds: Ids = []): void {
    this.#event(userIds, dogIds, { type: 'refresh' })
    if (dogIds.length > 0) this.messages.push({ type: 'dogs-changed', dogIds })
  }

  /** An active dog or an owner changed: sessions are read again, and then the pages read everything again. */
  callersChanged(userIds: Ids, dogIds: Ids = []): void {
    this.sessionsChanged(userIds, dogIds)
    this.dogsChanged(userIds, dogIds)
  }

  /** The sessions of these users, and those that act as these dogs, are read again. Pages get no event. */
  sessionsChanged(userIds: Ids, dogIds: Ids = []): void {
    this.messages.push({ type: 'callers-changed', audience: { userIds, dogIds } })
  }

  /** A case of the moderation queue changed. These users' pages read reports, notices and the queue again. */
  reportsChanged(userIds: Ids): void {
    this.#event([...new Set(userIds)], [], { type: 'reports' })
  }

  /** Sessions ended: their sockets close. */
  sessionsEnded(ids: Ids): void {
    for (const sessionId of ids) this.messages.push({ type: 'session-ended', sessionId })
  }

  /** Sessions and tokens ended: their sockets close. */
  accessEnded({ sessionIds, tokenHashes }: EndedAccess): void {
    this.sessionsEnded([...sessionIds, ...tokenHashes.map(tokenKey)])
  }

  /** Rows of photos are gone: their files are deleted before the caller gets its response. */
  photosDeleted(): void {
    this.isFileGone = true
  }

  /** The photos of a hidden dog, or of all dogs of an owner, get new addresses before the caller gets its response. */
  photosOutdated(ownerId: string | null): void {
    this.isFileGone = true
    if (ownerId !== null) this.movedOf.push(ownerId)
  }

  #event(userIds: Ids, dogIds: Ids, event: SharedEvent, ownDogs?: Record<string, string>): void {
    this.messages.push({ type: 'event', audience: { userIds, dogIds }, event, ...(ownDogs && { ownDogs }) })
  }
}

/** One transaction. It may run again after a deadlock. It throws to refuse: then nothing is kept, and nothing happens. */
export type Work<T> = (trx: Trx, effects: Effects) => Promise<T>

/** @param caller as they are behind the lock of their account, which may differ from who made the call. */
export type LastingWork<T> = (trx: Trx, effects: Effects, caller: Caller) => Promise<T>

interface LastingOptions {
  /** Refuses callers who may not make the call, by throwing. It has been asked before the transaction, too. */
  judge: (caller: Caller) => unknown
  asDog?: ActionAsDog | undefined
  /** The hash that the caller's password was compared with. Absent: none was asked for. */
  passwordHash?: string | null | undefined
}

export interface Writes {
  /**
   * Makes a change: its transaction with audit notes and jobs, and the other effects once it is committed.
   * @param caller null: the server itself, or somebody who is not signed in. Only admins leave audit notes.
   * @param asDog the audit note of an admin who acts as somebody else's dog.
   */
  write<T>(caller: Caller | null, work: Work<T>, asDog?: ActionAsDog): Promise<T>
  /**
   * Makes what outlives its call: tokens, links, feeds, sessions' subscriptions and the like. Its transaction locks the
   * account and then finds that the caller still may. So whoever ends access ends this too, or comes first.
   * @throws AppError if the caller is signed out, may not make the call any more, or the password has changed.
   */
  writeLasting<T>(caller: Caller, work: LastingWork<T>, options: LastingOptions): Promise<T>
  /** Carries out the effects of a change that is already committed. */
  carryOut(collect: (effects: Effects) => void): Promise<void>
}

/** The audit note of what an admin does as somebody else's dog; undefined for everybody else. */
export const noteAsDog = (caller: Caller, action: ActionAsDog): { adminId: string; note: AuditNote } | undefined =>
  caller.isImpersonating ? { adminId: caller.userId, note: { action, dogId: caller.actingDogId } } : undefined

export function makeWrites(db: Db, platform: Platform): Writes {
  const { bus, jobs, webhooks, sessions } = platform

  async function putEvents(trx: Db | Trx, effects: Effects): Promise<void> {
    if (!webhooks.concerns(effects.messages)) return
    await webhooks.put(trx, effects.messages)
    effects.jobsPut(webhooks.kind)
  }

  async function carryOut({ messages, wakes, isDeliverySoon, isFileGone, movedOf }: Effects): Promise<void> {
    for (const message of messages) bus.publish(message)
    for (const kind of wakes) jobs.wake(kind)
    if (isDeliverySoon) platform.deliverSoon()
    if (isFileGone) await platform.deleteFiles()
    // Only the owner still sees these photos.
    if (movedOf.length > 0)
      bus.publish({ type: 'event', audience: { userIds: movedOf, dogIds: [] }, event: { type: 'refresh' } })
  }

  const write: Writes['write'] = async (caller, work, asDog) => {
    const { result, effects } = await inTransaction(db, async trx => {
      const effects = new Effects()
      const asDogNote = caller && asDog && noteAsDog(caller, asDog)
      // It names the dog, which the work may delete.
      if (asDogNote) await writeAudit(trx, asDogNote.adminId, asDogNote.note)
      const result = await work(trx, effects)
      for (const { note, ownerId } of effects.notes)
        if (caller && ownerId !== caller.userId) await writeAudit(trx, caller.userId, note)
      for (const put of effects.jobs) await put(platform, trx)
      await putEvents(trx, effects)
      return { result, effects }
    })
    await carryOut(effects)
    return result
  }

  return {
    write,
    writeLasting: (caller, work, { judge, asDog, passwordHash }) =>
      write(
        caller,
        async (trx, effects) => {
          const found = await sessions.findLocked(trx, caller)
          if (!found) throw caller.isToken ? new AppError('token-unknown') : notSignedIn()
          judge(found.caller)
          if (passwordHash !== undefined && found.passwordHash !== passwordHash) throw new AppError('wrong-password')
          return work(trx, effects, found.caller)
        },
        asDog,
      ),
    async carryOut(collect) {
      const effects = new Effects()
      collect(effects)
      // The change is committed: listeners must not wait for the queues of webhooks, nor fail with them.
      const queued = putEvents(db, effects).catch(error =>
        platform.log.warn({ error: redactError(error) }, 'events were not stored for webhooks'),
      )
      await carryOut(effects)
      await queued
      if (effects.wakes.has(webhooks.kind)) jobs.wake(webhooks.kind)
    },
  }
}
