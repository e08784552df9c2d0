import { join } from 'node:path'
import { type Db, openDatabase } from '@barkyard/db/open'
import type { FastifyBaseLogger } from 'fastify'
import { Limits } from './access/limits.ts'
import { Sessions } from './access/sessions.ts'
import { SocketLimits } from './access/socket-limits.ts'
import { LinkTokens } from './auth/link-token.ts'
import { type Config, poolOptions } from './config.ts'
import { Jobs } from './jobs/jobs.ts'
import { liftSuspensionHandler } from './jobs/lift-suspension.ts'
import { mailHandler } from './mail/mail-handler.ts'
import { makePostman } from './mail/postman.ts'
import { DeliverySweep } from './notifications/delivery-sweep.ts'
import { DeliveryTimes } from './notifications/delivery-times.ts'
import { Presence } from './notifications/presence.ts'
import { userNotified } from './notifications/user-notified.ts'
import { hourlySweep } from './operation/hourly-sweep.ts'
import { pushHandler } from './push/push-handler.ts'
import { Vapid } from './push/vapid.ts'
import { type Bus, type BusHandlers, localBus } from './realtime/bus.ts'
import { systemClock } from './realtime/clock.ts'
import { Hub } from './realtime/hub.ts'
import { messageQueries } from './realtime/message-queries.ts'
import { MessageWriter } from './realtime/message-writer.ts'
import { messageStored, notificationsChanged } from './realtime/notify.ts'
import { RedisBus } from './realtime/redis-bus.ts'
import { connectRedis } from './realtime/redis-connections.ts'
import { SessionWatch } from './realtime/session-watch.ts'
import { REPLICA_ANSWERS_WITHIN_MS, SearchDatabase } from './replica.ts'
import type { Services } from './services.ts'
import { DecoderPool } from './storage/decoder-pool.ts'
import { diskStorage } from './storage/disk.ts'
import { PhotoSweeper } from './storage/sweep.ts'

const HOUR_MS = 60 * 60 * 1000

export interface ServicesOptions {
  /** Open and migrated. The caller closes it. */
  db: Db
  /** The clock that decides what is due or over. Default: the process's. */
  now?: () => Date
}

/** Creates the services and starts the background work. */
export async function makeServices(
  config: Config,
  log: FastifyBaseLogger,
  { db, now = () => new Date() }: ServicesOptions,
): Promise<Services & { close(): Promise<void> }> {
  const sessions = new Sessions(db, { demo: config.demo })
  const hub = new Hub(systemClock)
  const watch = new SessionWatch(hub, sessions, now, log)
  const jobs = new Jobs({
    db,
    now,
    log,
    hasMail: config.mail !== null,
    wakeAll: kind => bus.publish({ type: 'jobs-put', kind }),
  })
  const handlers: BusHandlers = {
    hub,
    sessions,
    checkSessions: () => watch.checkNow(),
    wakeJobs: kind => jobs.wakeLanes(kind),
  }
  const queries = messageQueries(db, now)
  const redis = config.redisUrl === null ? null : connectRedis(config.redisUrl)
  const bus: Bus = redis ? new RedisBus(redis, { clock: systemClock, log, queries, handlers }) : localBus(handlers)
  const linkTokens = new LinkTokens(config.sessionSecret)
  // Loading Amazon's library takes a quarter of a second, so it is loaded only if S3 is used.
  const photos = config.s3
    ? (await import('./storage/s3.ts')).s3Storage(config.s3)
    : diskStorage(join(config.dataDir, 'photos'))
  const decoders = new DecoderPool()
  const replica =
    config.databaseReplicaUrl &&
    openDatabase(config.databaseReplicaUrl, {
      ...poolOptions(config),
      statementTimeoutMs: Math.min(config.databaseStatementTimeout, REPLICA_ANSWERS_WITHIN_MS),
    })
  const limits = new Limits({ enabled: config.rateLimit, redis: redis?.sender })
  const sweeper = new PhotoSweeper({ db, photos, log })
  const writer = new MessageWriter({
    clock: systemClock,
    queries,
    onStored: (stored, { sentBy }) => {
      if (!stored.isNew) return
      messageStored({ bus }, stored, sentBy)
      userNotified({ bus, deliveries }, stored.notified)
      presence.seen(sentBy)
    },
    lockTimeoutMs: config.databaseLockTimeout,
  })
  const presence = new Presence({ db, now, log })
  const deliveries = new DeliverySweep({
    ...{ db, now, log, jobs, presence, hasMail: config.mail !== null },
    notified: userIds => notificationsChanged({ bus }, userIds),
  })
  const cleaning = setInterval(() => void hourlySweep({ db, sweeper, log }, now()), HOUR_MS)
  sweeper.sweepSoon()
  const mailContext = { db, now, linkTokens, publicUrl: config.publicUrl }
  const vapid = new Vapid(db, config)
  const deliveryTimes = new DeliveryTimes()
  jobs.start({
    mail: mailHandler(mailContext, config.mail && makePostman(config.mail), deliveryTimes),
    push: pushHandler({ db, now, vapid, config, times: deliveryTimes }),
    'lift-suspension': liftSuspensionHandler({ db, bus, now }),
  })
  return {
    config,
    db,
    searches: new SearchDatabase(db, replica || null, log),
    sessions,
    limits,
    socketLimits: new SocketLimits(limits),
    hub,
    bus,
    writer,
    photos,
    decoders,
    sweeper,
    jobs,
    vapid,
    deliveryTimes,
    presence,
    deliveries,
    linkTokens,
    now,
    log,
    async close() {
      clearInterval(cleaning)
      const jobsEnded = jobs.stop()
      watch.stop()
      decoders.close()
      await writer.drain()
      await deliveries.stop()
      await presence.stop()
      await sweeper.settled()
      await jobsEnded
      await bus.close()
      if (replica) await replica.destroy()
    },
  }
}
