import type { Db } from '@barkyard/db/open'
import type { SniffPosition } from '@barkyard/db/queries/sniff/sniff'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { MessageWriter } from './features/messages/message-writer.ts'
import type { DeliverySweep } from './features/notifications/delivery-sweep.ts'
import type { Presence } from './features/notifications/presence.ts'
import type { Vapid } from './features/notifications/push/vapid.ts'
import type { PhotoSweeper } from './features/photos/sweep.ts'
import type { SearchDatabase } from './features/sniff/replica.ts'
import type { Webhooks } from './features/webhooks/webhooks.ts'
import type { Limits } from './platform/access/limits.ts'
import type { LinkTokens } from './platform/access/link-token.ts'
import type { Passwords } from './platform/access/passwords.ts'
import type { Sessions } from './platform/access/sessions.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Mails } from './platform/mail/mails.ts'
import type { DeliveryTimes } from './platform/operation/delivery-times.ts'
import type { DiskSpace } from './platform/operation/disk-space.ts'
import type { Bus } from './platform/realtime/bus.ts'
import type { Hub } from './platform/realtime/hub.ts'
import type { SocketLimits } from './platform/realtime/socket-limits.ts'
import type { DecoderPool } from './platform/storage/decoder-pool.ts'
import type { PhotoStorage } from './platform/storage/photo-storage.ts'
import type { SealedCursors } from './platform/trpc/sealed-cursors.ts'
import type { Writes } from './platform/write.ts'

/** Everything that features need: database, clock, limits, jobs, photos and so on. */
export interface Services extends Writes {
  config: Config
  db: Db
  searches: SearchDatabase
  sniffCursors: SealedCursors<SniffPosition>
  /** Of lists that are sorted by names and addresses. */
  adminCursors: SealedCursors<string>
  sessions: Sessions
  passwords: Passwords
  limits: Limits
  socketLimits: SocketLimits
  hub: Hub
  bus: Bus
  writer: MessageWriter
  photos: PhotoStorage
  decoders: DecoderPool
  sweeper: PhotoSweeper
  /** The disk of the data directory. null = nothing is stored there. */
  disk: DiskSpace | null
  jobs: Jobs
  mails: Mails
  vapid: Vapid
  deliveryTimes: DeliveryTimes
  presence: Presence
  deliveries: DeliverySweep
  linkTokens: LinkTokens
  webhooks: Webhooks
  /** The clock that decides what is due or over. */
  now: () => Date
  log: FastifyBaseLogger
}

/** The services of a command. */
export type CommandServices = Pick<Services, 'db' | 'config'>
