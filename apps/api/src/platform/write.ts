import { type Db, inTransaction, type Trx } from '@barkyard/db/open'
import { type AuditNote, writeAudit } from '@barkyard/db/queries/audit'
import type { ActionAsDog } from '@barkyard/domain/audit'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Limits } from './access/limits.ts'
import type { LinkTokens } from './access/link-token.ts'
import type { Passwords } from './access/passwords.ts'
import { notSignedIn } from './access/requirements.ts'
import type { Caller, Sessions } from './access/sessions.ts'
import { AppError, redactError } from './errors.ts'
import { type Jobs, type JobToPut, newJob, type PutOptions } from './jobs/jobs.ts'
import type { JobKind } from './jobs/runner.ts'
import type { Mails } from './mail/mails.ts'
import type { DiskSpace } from './operation/disk-space.ts'
import type { DeliveryTimes } from './operation/metrics.ts'
import type { Bus, BusMessage } from './realtime/bus.ts'
import type { Hub } from './realtime/hub.ts'
import type { SocketLimits } from './realtime/socket-limits.ts'
import type { DecoderPool } from './storage/decoder-pool.ts'
import type { PhotoStorage } from './storage/photo-storage.ts'

interface Platform extends Pick<PlatformServices, 'db' | 'sessions' | 'log' | 'bus' | 'jobs'> {
  events: EventQueue
  /** For what is done after a commit. Asked then, because services make writes themselves. */
  services: () => Services
}

/** Stores events for the scripts that want them, and jobs of a kind that send them. */
export interface EventQueue {
  readonly kind: JobKind<unknown>
  concerns(messages: readonly BusMessage[]): boolean
  put(trx: Db | Trx, messages: readonly BusMessage[]): Promise<void>
}

/** What is done after a commit, before the caller gets its response. */
export type After = (services: Services) => unknown

/**
 * What a write does besides changing rows. Audit notes and jobs are stored at the end of its transaction; everything else
 * happens after the commit. Queries return the users concerned, so nothing is read for it.
 */
export class Effects {
  readonly notes: { note: AuditNote; ownerId?: string | null | undefined }[] = []
  readonly jobs: JobToPut[] = []
  readonly wakes = new Set<JobKind<unknown>>()
  readonly messages: BusMessage[] = []
  readonly afters = new Set<After>()

  /** Notes in the audit log what the admin did. With `ownerId`, only if the thing does not belong to the admin. */
  audit(note: AuditNote, { ownerId }: { ownerId?: string | null } = {}): void {
    this.notes.push({ note, ownerId })
  }

  job<P>(kind: JobKind<P>, payload: NoInfer<P>, options?: PutOptions): void {
    this.jobs.push(newJob(kind, payload, options))
    this.wakes.add(kind)
  }

  /** Tells pages, sockets, scripts and other processes, in the order of the calls. An event for nobody is not told. */
  event(message: BusMessage): void {
    if (message.type === 'event' && message.audience.userIds.length + message.audience.dogIds.length === 0) return
    this.messages.push(message)
  }

  /** Does something after the commit, once, even if it is asked for several times. */
  after(work: After): void {
    this.afters.add(work)
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
  carryOut(collect: (effects: Effects) => void): Promise<void>
}

/** What every feature builds on: database, clock, limits, jobs, files and so on. */
export interface PlatformServices extends Writes {
  config: Config
  db: Db
  sessions: Sessions
  passwords: Passwords
  limits: Limits
  socketLimits: SocketLimits
  hub: Hub
  bus: Bus
  photos: PhotoStorage
  decoders: DecoderPool
  /** The disk of the data directory. null = nothing is stored there. */
  disk: DiskSpace | null
  jobs: Jobs
  mails: Mails
  deliveryTimes: DeliveryTimes
  linkTokens: LinkTokens
  now: () => Date
  log: FastifyBaseLogger
}

/**
 * What calls and effects get: the platform only passes it on. `services.ts` adds the services of the features to this type,
 * as plugins of Fastify add theirs to its types.
 */
export interface Services extends PlatformServices {}

/** The audit note of what an admin does as somebody else's dog; undefined for everybody else. */
export const auditNoteAsDog = (
  caller: Caller,
  action: ActionAsDog,
): { adminId: string; note: AuditNote } | undefined =>
  caller.isImpersonating ? { adminId: caller.userId, note: { action, dogId: caller.actingDogId } } : undefined

export function makeWrites(platform: Platform): Writes {
  const { db, bus, jobs, events, sessions } = platform

  async function putEvents(trx: Db | Trx, { messages, wakes }: Effects): Promise<void> {
    if (!events.concerns(messages)) return
    await events.put(trx, messages)
    wakes.add(events.kind)
  }

  async function carryOut({ messages, wakes, afters }: Effects): Promise<void> {
    for (const message of messages) bus.publish(message)
    for (const kind of wakes) jobs.wake(kind)
    if (afters.size > 0) await Promise.all([...afters].map(work => work(platform.services())))
  }

  const write: Writes['write'] = async (caller, work, asDog) => {
    const { result, effects } = await inTransaction(db, async trx => {
      const effects = new Effects()
      const asDogNote = caller && asDog && auditNoteAsDog(caller, asDog)
      // It names the dog, which the work may delete.
      if (asDogNote) await writeAudit(trx, asDogNote.adminId, asDogNote.note)
      const result = await work(trx, effects)
      for (const { note, ownerId } of effects.notes)
        if (caller && ownerId !== caller.userId) await writeAudit(trx, caller.userId, note)
      await jobs.put(trx, effects.jobs)
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
      // The change is committed: listeners must not wait for the queue, nor fail with it.
      const queued = putEvents(db, effects).catch(error =>
        platform.log.warn({ error: redactError(error) }, 'events were not queued'),
      )
      await carryOut(effects)
      await queued
      if (effects.wakes.has(events.kind)) jobs.wake(events.kind)
    },
  }
}
