import type { Db } from '@barkyard/db/open'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Limits } from './access/limits.ts'
import type { LinkTokens } from './access/link-token.ts'
import type { Passwords } from './access/passwords.ts'
import type { Sessions } from './access/sessions.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mails } from './mail/mails.ts'
import type { DeliveryTimes } from './operation/delivery-times.ts'
import type { DiskSpace } from './operation/disk-space.ts'
import type { Bus } from './realtime/bus.ts'
import type { Hub } from './realtime/hub.ts'
import type { SocketLimits } from './realtime/socket-limits.ts'
import type { DecoderPool } from './storage/decoder-pool.ts'
import type { PhotoStorage } from './storage/photo-storage.ts'
import type { Writes } from './write.ts'

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
  /** The clock that decides what is due or over. */
  now: () => Date
  log: FastifyBaseLogger
}

/**
 * What calls and effects get: the platform only passes it on. `services.ts` adds the services of the features to this type,
 * as plugins of Fastify add theirs to its types.
 */
export interface Services extends PlatformServices {}
