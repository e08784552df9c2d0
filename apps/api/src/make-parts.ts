import { join } from 'node:path'
import { type Db, openDatabase } from '@barkyard/db/open'
import { sweepSessions } from '@barkyard/db/queries/sessions'
import type { FastifyBaseLogger } from 'fastify'
import { SESSION_DAYS, Sessions } from './auth/sessions.ts'
import { type Config, poolOptions } from './config.ts'
import { Limits } from './limits.ts'
import type { Parts } from './parts.ts'
import { localBus } from './realtime/bus.ts'
import { Hub } from './realtime/hub.ts'
import { MessageWriter } from './realtime/message-writer.ts'
import { publishMessage } from './realtime/publish.ts'
import { RedisBus } from './realtime/redis-bus.ts'
import { SessionWatch } from './realtime/session-watch.ts'
import { REPLICA_ANSWERS_WITHIN_MS, SearchDatabase } from './replica.ts'
import { diskStorage } from './storage/disk.ts'
import { giveUpUploads, PhotoSweeper } from './storage/sweep.ts'

const HOUR_MS = 60 * 60 * 1000

export interface PartsOptions {
  /** Open and migrated; stays the caller's to close. */
  db: Db
}

/** Makes what the features work with, and starts what runs beside the requests. */
export async function makeParts(
  config: Config,
  log: FastifyBaseLogger,
  { db }: PartsOptions,
): Promise<Parts & { close(): Promise<void> }> {
  const sessions = new Sessions(db, { demo: config.demo })
  const hub = new Hub()
  const watch = new SessionWatch(hub, sessions, log)
  const hearers = { hub, sessions, watch }
  const redisBus = config.redisUrl === null ? null : new RedisBus(config.redisUrl, hearers, { log, db })
  const bus = redisBus ?? localBus(hearers)
  // Amazon's library costs a quarter of a second: only those who use it wait for it.
  const photos = config.s3
    ? (await import('./storage/s3.ts')).s3Storage(config.s3)
    : diskStorage(join(config.dataDir, 'photos'))
  const replica =
    config.databaseReplicaUrl &&
    openDatabase(config.databaseReplicaUrl, {
      ...poolOptions(config),
      statementTimeoutMs: Math.min(config.databaseStatementTimeout, REPLICA_ANSWERS_WITHIN_MS),
    })
  const sweeper = new PhotoSweeper({ db, photos, log })
  const writer = new MessageWriter(db, (stored, { sentBy }) => {
    if (stored.isNew) publishMessage(bus, stored, sentBy)
  })
  const clean = () => {
    const tasks = [
      giveUpUploads(db).then(() => sweeper.soon()),
      sweepSessions(db, new Date(Date.now() - SESSION_DAYS * 24 * HOUR_MS)),
    ]
    for (const task of tasks)
      task.catch(error => log.warn({ code: error?.code }, 'the hourly sweep failed; it runs again in an hour'))
  }
  const cleaning = setInterval(clean, HOUR_MS)
  sweeper.soon()
  return {
    config,
    db,
    searches: new SearchDatabase(db, replica || null, log),
    sessions,
    limits: new Limits({ enabled: config.rateLimit, redis: redisBus?.redis }),
    hub,
    bus,
    writer,
    photos,
    sweeper,
    log,
    async close() {
      clearInterval(cleaning)
      watch.stop()
      await writer.drain()
      await sweeper.settled()
      await bus.close()
      if (replica) await replica.destroy()
    },
  }
}
