import type { AccountTables } from './tables/account.ts'
import type { ChatTables } from './tables/chat.ts'
import type { DogTables } from './tables/dogs.ts'
import type { LostTables } from './tables/lost.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OperationTables } from './tables/operation.ts'
import type { ReportTables } from './tables/reports.ts'
import type { WalkTables } from './tables/walks.ts'

/** The tables after the last migration. Times are timestamptz, ids are UUIDv7 that the app makes. */
export interface Database
  extends AccountTables,
    DogTables,
    ChatTables,
    LostTables,
    NotificationTables,
    ReportTables,
    WalkTables,
    OperationTables {}
