import type { NotificationKind } from '@barkyard/domain/notification'
import type { Channels, Digest } from '@barkyard/domain/preferences'
import type { Preferences } from '@barkyard/domain/schemas/preferences'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Notifications, and how users want them delivered. */
export interface NotificationTables {
  /** Notifications. Their texts are made when they are read, from the event and the current names of the dogs. */
  notifications: {
    id: string
    user_id: string
    /** A NotificationEvent of domain. Unknown ones come from a newer version. */
    event: string
    /** Notifications of a user with the same key are merged. null: never merged, such as messages that were read. */
    key: string | null
    /** The user's own dog that it is about; null: it is about the account. */
    dog_id: string | null
    match_id: string | null
    walk_id: string | null
    /** The other dog, if the notification is not about a match. */
    other_dog_id: string | null
    /** The EventDetails of the event. */
    details: ColumnType<Record<string, unknown>, string | undefined, string>
    /** Whether it is sent during quiet hours. */
    is_urgent: Generated<boolean>
    notified_at: Date
    seen_at: Date | null
    /** When to decide about pushing or mailing it; null: nothing is left to do. */
    push_at: Date | null
    mail_at: Date | null
    /** The job that mailed it. */
    mail_id: string | null
  }
  /** The preferences of a user. Without a row the defaults apply. */
  preferences: {
    user_id: string
    /** An IANA name. */
    time_zone: string | null
    /** "22:00" in the user's zone. */
    quiet_from: string | null
    quiet_to: string | null
    /** Only what differs from the defaults. */
    kinds: JSONColumnType<Partial<Record<NotificationKind, Partial<Channels>>>, string | undefined, string>
    remind_day: Generated<boolean>
    remind_hours: Generated<boolean>
    digest: Generated<Digest>
    /** When the next digest is due. */
    digest_at: Date | null
    units: Generated<'km' | 'mi'>
    show_first_name: Generated<boolean>
    show_typing: Generated<boolean>
    /** null: new walks are not told. */
    walks_near_km: ColumnType<
      Preferences['walksNearKm'],
      Preferences['walksNearKm'] | undefined,
      Preferences['walksNearKm']
    >
  }
  /** Browsers that receive pushes. They are deleted with the session that added them. */
  push_endpoints: {
    id: string
    endpoint: string
    user_id: string
    session_id: string
    /** The browser's keys in base64url. */
    p256dh: string
    auth: string
    created_at: Date
    /** Since when its push service refuses us; null: it does not. */
    refused_at: Date | null
  }
  /** The keys that identify this installation to push services, in one row. */
  vapid_keys: {
    is_only: Generated<boolean>
    public_key: string
    private_key: string
  }
  /** The pushes and mails that one owner caused for another in the last hour. */
  pair_deliveries: {
    id: string
    from_id: string
    to_id: string
    channel: 'push' | 'mail'
    sent_at: Date
  }
}
