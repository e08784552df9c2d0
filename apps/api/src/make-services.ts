import { type Db, openDatabase } from '@barkyard/db/open'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { DailyBackups } from './features/backups/daily-backups.ts'
import { BY_CLOCK, hourlySweep, jobHandlers, MAILS } from './features/index.ts'
import { onStored } from './features/messages/index.ts'
import { MessageWriter, messageQueries } from './features/messages/message-writer.ts'
import { DeliverySweep } from './features/notifications/delivery-sweep.ts'
import { Presence } from './features/notifications/presence.ts'
import { Vapid } from './features/notifications/push/push.ts'
import { pageRoutes } from './features/pages/web-pages.ts'
import { PhotoSweeper, photoStorage } from './features/photos/index.ts'
import { REPLICA_ANSWERS_WITHIN_MS, searchDatabase } from './features/sniff/replica.ts'
import { VitalCounts } from './features/vitals/index.ts'
import { Webhooks } from './features/webhooks/webhooks.ts'
import { Limits } from './platform/access/limits.ts'
import { LinkTokens } from './platform/access/link-token.ts'
import { type PasswordCost, Passwords } from './platform/access/passwords.ts'
import { Sessions } from './platform/access/sessions.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { makeMails } from './platform/mail/mails.ts'
import { mailHandler } from './platform/mail/transport.ts'
import { watchDisk } from './platform/operation/disk-space.ts'
import { DeliveryTimes } from './platform/operation/metrics.ts'
import { type Bus, type BusHandlers, localBus } from './platform/realtime/bus.ts'
import { Hub } from './platform/realtime/hub.ts'
import { watchSessions } from './platform/realtime/session-watch.ts'
import { SocketLimits } from './platform/realtime/socket-limits.ts'
import { SealedCursors } from './platform/sealed.ts'
import { DecoderPool } from './platform/storage/decoder-pool.ts'
import { makeWrites } from './platform/write.ts'
import type { Services } from './services.ts'

export interface ServicesOptions {
  /** Open and migrated. The caller closes it. */
  db: Db
  /** The clock that decides what is due or over. Default: the process's. */
  now?: () => Date
  /** Only tests hand in a lower one. */
  passwordCost?: PasswordCost
  /** What decodes photos. Tests of sources start the built one, which loads in half the time. */
  decoder?: string
}

export async function makeServices(
  config: Config,
  log: FastifyBaseLogger,
  { db, now = () => new Date(), passwordCost, decoder }: ServicesOptions,
): Promise<Services & { close(): Promise<void> }> {
  const sessions = new Sessions(db, { demo: config.demo, adminPasskey: config.adminPasskey, now })
  const hub = new Hub()
  const watch = watchSessions(hub, sessions, now, log)
  const jobs = new Jobs({ db, now, log, wakeAll: kind => bus.publish({ type: 'jobs-put', kind }) })
  const webhooks = new Webhooks({ db, jobs, now, log })
  await webhooks.reload()
  const mails = makeMails({ isOn: config.mail !== null })
  const handlers: BusHandlers = {
    hub,
    sessions,
    checkSessions: () => watch.checkNow(),
    wakeJobs: kind => jobs.wakeRunners(kind),
    created: (type, userIds) => {
      if (type === 'webhook-created') webhooks.created(userIds)
    },
  }
  // Its library takes a tenth to a quarter of a second to load.
  const redis =
    config.redisUrl === null
      ? null
      : (await import('./platform/realtime/redis-bus.ts')).connectRedisBus(config.redisUrl, { log, handlers })
  const bus: Bus = redis?.bus ?? localBus(handlers)
  const linkTokens = new LinkTokens(config.sessionSecret)
  const photos = await photoStorage(config, log)
  const decoders = new DecoderPool({
    ...(decoder && { program: decoder }),
    onSpent: (userId, cpuMs) => void limits.spend('decoding', userId, Math.ceil(cpuMs / 100)),
  })
  const replica =
    config.databaseReplicaUrl &&
    openDatabase(config.databaseReplicaUrl, {
      ...config.pool,
      statementTimeoutMs: Math.min(config.pool.statementTimeoutMs, REPLICA_ANSWERS_WITHIN_MS),
    })
  const limits = new Limits({ enabled: config.rateLimit, redis: redis?.sender })
  const disk = config.databaseUrl === null || config.s3 === null ? watchDisk(config.dataDir, log) : null
  const sweeper = new PhotoSweeper({ db, photos, log })
  const writer = new MessageWriter({
    queries: messageQueries(db, now),
    onStored: (stored, sent) => onStored(services, stored, sent),
    lockTimeoutMs: config.pool.lockTimeoutMs,
  })
  const writes = makeWrites({ db, log, sessions, bus, jobs, events: webhooks, services: () => services })
  const presence = new Presence({ db, now, log })
  const deliveries = new DeliverySweep({
    now,
    log,
    mails,
    presence,
    write: writes.write,
    config,
    byClock: BY_CLOCK,
  })
  const { backup } = config
  const backups = backup && new DailyBackups({ db, config: { ...config, backup }, now, log, write: writes.write })
  const vitals = config.vitals ? new VitalCounts({ db, now, log, routes: await pageRoutes() }) : null
  const services: Services = {
    config,
    db,
    searches: searchDatabase(db, replica || null, log),
    sniffCursors: new SealedCursors(config.sessionSecret, 'sniff'),
    listCursors: new SealedCursors(config.sessionSecret, 'lists'),
    sessions,
    passwords: new Passwords(passwordCost),
    limits,
    socketLimits: new SocketLimits(limits),
    hub,
    bus,
    writer,
    photos,
    decoders,
    sweeper,
    disk,
    jobs,
    mails,
    vapid: new Vapid(db, config),
    deliveryTimes: new DeliveryTimes(),
    presence,
    deliveries,
    linkTokens,
    webhooks,
    backups,
    vitals,
    now,
    log,
    ...writes,
  }
  const cleaning = setInterval(() => void hourlySweep(services, now()), 60 * 60 * 1000)
  sweeper.sweepSoon()
  jobs.start([mailHandler(services, MAILS), ...jobHandlers(services)])
  return {
    ...services,
    async close() {
      clearInterval(cleaning)
      webhooks.stop()
      const jobsEnded = jobs.stop()
      watch.stop()
      disk?.stop()
      decoders.close()
      await writer.drain()
      await deliveries.stop()
      await presence.stop()
      await sweeper.stop()
      await backups?.stop()
      await vitals?.stop()
      await jobsEnded
      await bus.close()
      if (replica) await replica.destroy()
    },
  }
}
