import type { SniffPosition } from '@barkyard/db/queries/sniff/sniff'
import type { DailyBackups } from './features/backups/daily-backups.ts'
import type { MessageWriter } from './features/messages/message-writer.ts'
import type { DeliverySweep } from './features/notifications/delivery-sweep.ts'
import type { Presence } from './features/notifications/presence.ts'
import type { Vapid } from './features/notifications/push/push.ts'
import type { PhotoSweeper } from './features/photos/index.ts'
import type { searchDatabase } from './features/sniff/replica.ts'
import type { VitalCounts } from './features/vitals/index.ts'
import type { Webhooks } from './features/webhooks/webhooks.ts'
import type { SealedCursors } from './platform/sealed.ts'
import type { Services } from './platform/write.ts'

interface FeatureServices {
  searches: ReturnType<typeof searchDatabase>
  sniffCursors: SealedCursors<SniffPosition>
  /** Of lists that are sorted by names, addresses or distances. */
  listCursors: SealedCursors<string>
  writer: MessageWriter
  sweeper: PhotoSweeper
  vapid: Vapid
  presence: Presence
  deliveries: DeliverySweep
  webhooks: Webhooks
  /** null: VITALS=0. */
  vitals: VitalCounts | null
  /** null: none are written. */
  backups: DailyBackups | null
}

declare module './platform/write.ts' {
  interface Services extends FeatureServices {}
}

export type { Services }

export type CommandServices = Pick<Services, 'db' | 'config'>
