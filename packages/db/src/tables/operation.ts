import type { SearchFilters } from '@barkyard/domain/schemas/search'
import type { Vital } from '@barkyard/domain/vitals'
import type { DeliveryState, WebhookEvent } from '@barkyard/domain/webhook'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** The audit log, background jobs, kept responses, and the numbers of rows. */
export interface OperationTables {
  /**
   * What admins did. Entries outlive what they refer to, so they have no foreign keys. A trigger on `users` removes the
   * names of deleted users. A trigger on `sessions` records the end of an impersonation.
   */
  audit_log: {
    /** Made by the database (`audit_id`). */
    id: ColumnType<string, never, never>
    at: CreatedAt
    admin_id: string
    /** Empty if the account is deleted or its address is unknown. */
    admin_email: string
    /** A code of domain's AUDIT_ACTIONS. Unknown ones come from a newer version. */
    action: string
    dog_id: string | null
    user_id: string | null
    detail: JSONColumnType<Record<string, unknown>>
    /** Admin, action and the words of the detail in lower case. */
    search_key: ColumnType<string, never, never>
  }
  /** Background jobs. A row is deleted when its work is done. */
  jobs: {
    id: string
    kind: string
    /** Unique among the jobs of a kind that have not failed for good. */
    key: string | null
    /** The account that the job is about. */
    user_id: string | null
    payload: JSONColumnType<object, string, string>
    due_at: Date
    created_at: ColumnType<Date, Date, never>
    attempts: Generated<number>
    /** Higher ones run first. */
    priority: Generated<number>
    /** The claim that runs the job, and its end by the database's clock. */
    lease_id: string | null
    leased_until: Date | null
    given_up_at: Date | null
  }
  /**
   * How many rows a table has: the sum of the changes. Triggers add a change for each statement, so that writers never
   * wait for each other.
   */
  row_counts: {
    table_name: ColumnType<string, never, never>
    /** A bigint as text. */
    change: ColumnType<string, never, never>
  }
  /** A call that was sent with an Idempotency-Key. */
  idempotency_keys: {
    id: string
    user_id: string
    /** A hash of the key. */
    key: Buffer
    /** A hash of what was asked, and of who asked. */
    request: Buffer
    /** Encrypted with the key, because an answer may hold a secret. null: the call is running. */
    answer: Buffer | null
    created_at: ColumnType<Date, Date, Date>
  }
  /** How many values of a page's vitals fell into each bucket (domain's `bucketsOf`), a day in UTC and a route. */
  page_vitals: {
    day: string
    route: string
    vital: Vital
    bucket: number
    count: number
  }

  // Webhooks of scripts.

  webhooks: {
    id: string
    user_id: string
    /** The token that created it, with which it ends. null: a session did. */
    token_id: string | null
    url: string
    events: WebhookEvent[]
    created_at: Date
    /** When it was switched off; null: it is on. */
    disabled_at: Date | null
  }
  webhook_deliveries: {
    id: string
    webhook_id: string
    type: WebhookEvent | 'test'
    /** The match that it is about, while it waits; null: none. */
    match_id: string | null
    /** The JSON that is sent, the same in each attempt. Empty once it is over: others' words are not kept. */
    body: string
    state: Generated<DeliveryState>
    attempts: Generated<number>
    /** Of the last attempt. */
    status: number | null
    error: string | null
    created_at: Date
    attempted_at: Date | null
  }

  // Saved searches, and invitations.

  searches: {
    id: string
    user_id: string
    name: string
    filters: ColumnType<SearchFilters, string, never>
    created_at: Date
    /** By the database's clock, like `dogs.created_at`: only dogs created later are new. */
    searched_until: ColumnType<Date, never, Date>
    /** When the next look is due, and when the last one was, by the app's clock. */
    look_at: Date
    looked_at: Date | null
  }
  /** The code in a user's link for invitations. */
  invites: {
    user_id: string
    code: string
  }
  /** Users who signed up by an invitation and have no dog yet. */
  invited_users: {
    user_id: string
    inviter_id: string
  }
}
