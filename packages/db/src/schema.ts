import type { AccountTables } from './tables/account.ts'
import type { ChatTables } from './tables/chat.ts'
import type { DogTables } from './tables/dogs.ts'
import type { LostTables } from './tables/lost.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OperationTables } from './tables/operation.ts'
import type { ParkTables } from './tables/parks.ts'
import type { PlaydateTables } from './tables/playdates.ts'
import type { ReportTables } from './tables/reports.ts'
import type { SearchTables } from './tables/searches.ts'
import type { VerificationTables } from './tables/verifications.ts'
import type { VisibilityTables } from './tables/visibility.ts'
import type { WalkTables } from './tables/walks.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/** The tables after the last migration. Times are timestamptz, ids are UUIDv7 that the app makes. */
export interface Database
  extends AccountTables,
    DogTables,
    VisibilityTables,
    ChatTables,
    PlaydateTables,
    ParkTables,
    LostTables,
    NotificationTables,
    ReportTables,
    VerificationTables,
    WalkTables,
    SearchTables,
    WebhookTables,
    OperationTables {}
