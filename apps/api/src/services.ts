import type { Db } from '@barkyard/db/open'
import type { FastifyBaseLogger } from 'fastify'
import type { Limits } from './access/limits.ts'
import type { Sessions } from './access/sessions.ts'
import type { SocketLimits } from './access/socket-limits.ts'
import type { LinkTokens } from './auth/link-token.ts'
import type { Config } from './config.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { DeliverySweep } from './notifications/delivery-sweep.ts'
import type { DeliveryTimes } from './notifications/delivery-times.ts'
import type { Presence } from './notifications/presence.ts'
import type { Vapid } from './push/vapid.ts'
import type { Bus } from './realtime/bus.ts'
import type { Hub } from './realtime/hub.ts'
import type { MessageWriter } from './realtime/message-writer.ts'
import type { SearchDatabase } from './replica.ts'
import type { DecoderPool } from './storage/decoder-pool.ts'
import type { PhotoStorage } from './storage/photo-storage.ts'
import type { PhotoSweeper } from './storage/sweep.ts'

/** Everything that features need: database, clock, limits, jobs, photos and so on. */
export interface Services {
  config: Config
  db: Db
  searches: SearchDatabase
  sessions: Sessions
  limits: Limits
  socketLimits: SocketLimits
  hub: Hub
  bus: Bus
  writer: MessageWriter
  photos: PhotoStorage
  decoders: DecoderPool
  sweeper: PhotoSweeper
  jobs: Jobs
  vapid: Vapid
  deliveryTimes: DeliveryTimes
  presence: Presence
  deliveries: DeliverySweep
  linkTokens: LinkTokens
  /** The clock that decides what is due or over. */
  now: () => Date
  log: FastifyBaseLogger
}
