import type { Sex, Size, Temperament } from '@barkyard/domain/dog'
import type { NotificationKind } from '@barkyard/domain/notification'
import type { CancelReason, PlaydateStatus } from '@barkyard/domain/playdate'
import type { PlaydateSignal, PlaydateWish } from '@barkyard/domain/playdate-moves'
import type { Channels, Digest } from '@barkyard/domain/preferences'
import type { CaseKind, ModerationAction, ReportKind } from '@barkyard/domain/report'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { LinkPurpose } from './queries/account-links.ts'

/** The tables as they stand after the last migration. Times are timestamptz, ids UUIDv7 made by the app. */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  tokens: TokensTable
  dogs: DogsTable
  photos: PhotosTable
  pending_photos: PendingPhotosTable
  created_dogs: CreatedDogsTable
  removed_photos: RemovedPhotosTable
  copied_photos: CopiedPhotosTable
  matches: MatchesTable
  match_dogs: MatchDogsTable
  messages: MessagesTable
  playdates: PlaydatesTable
  playdate_recaps: PlaydateRecapsTable
  calendar_feeds: CalendarFeedsTable
  audit_log: AuditLogTable
  account_links: AccountLinksTable
  jobs: JobsTable
  blocks: BlocksTable
  partings: PartingsTable
  owners_apart: OwnersApartTable
  dogs_apart: DogsApartTable
  notifications: NotificationsTable
  preferences: PreferencesTable
  push_endpoints: PushEndpointsTable
  vapid_keys: VapidKeysTable
  presence: PresenceTable
  report_cases: ReportCasesTable
  reports: ReportsTable
  report_notes: ReportNotesTable
  report_dogs: ReportDogsTable
  report_photos: ReportPhotosTable
  report_messages: ReportMessagesTable
  decisions: DecisionsTable
  statement_templates: StatementTemplatesTable
  sniff_dogs: SniffDogsTable
  sniff_cells: SniffCellsTable
}

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface UsersTable {
  id: string
  /**
   * As typed; `email_key` is its lower case and unique. null: unknown, because it went to another account at the OpenID
   * provider, until the next sign-in there.
   */
  email: string | null
  email_key: ColumnType<string | null, never, never>
  /** "first last" in lower case. */
  name_key: ColumnType<string, never, never>
  /** argon2id; null for accounts that come through OpenID Connect. */
  password_hash: string | null
  oidc_issuer: string | null
  oidc_subject: string | null
  first_name: string
  last_name: string
  city: string | null
  /** Where the owner shared their location; seen by nobody but themself. */
  lat: number | null
  lng: number | null
  /** The cell of the privacy grid that the owner searches from and their dogs are found in: of lat and lng, else of the city. */
  cell: number | null
  is_admin: Generated<boolean>
  /** Belongs to the demo: may sign in only while it is on. */
  is_demo: Generated<boolean>
  active_dog_id: string | null
  created_at: CreatedAt
  /** When the user showed that the address is theirs. */
  email_verified_at: Date | null
  /** Since when the account is suspended; null: it is not. A suspension that has ended is lifted by a job. */
  suspended_at: Date | null
  /** When the suspension ends; null while suspended: never. */
  suspended_until: Date | null
}

interface SessionsTable {
  id: string
  user_id: string
  impersonated_dog_id: string | null
  created_at: CreatedAt
  last_used_at: ColumnType<Date, Date | undefined, Date>
  /** "Chrome on Android"; null where nothing is known. */
  device: string | null
}

interface TokensTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the token, which is random enough to need no salt. */
  hash: Buffer
  is_admin: boolean
  last_used_on: string | null
  created_at: CreatedAt
}

interface DogsTable {
  id: string
  user_id: string | null
  name: string
  breed: string
  name_key: ColumnType<string, never, never>
  breed_key: ColumnType<string, never, never>
  age_years: number
  size: Size
  sex: Sex
  temperament: Temperament[]
  bio: string | null
  /** The dog's photos in their order, as they are answered: kept by a trigger on `photos`. */
  photos: JSONColumnType<Photo[], never, never>
  created_at: CreatedAt
  /** Since when a moderator hides the dog from all but its owner and admins. */
  hidden_at: Date | null
  /** Whether the dog is hidden, or its owner suspended: kept by triggers on both. */
  unseen: ColumnType<boolean, never, never>
}

interface PhotosTable {
  id: string
  dog_id: string
  /** Random; the files' names are made of it. */
  key: string
  /** In the owner's order; null: after those that have one, oldest first. */
  position: number | null
  /** The point that every crop keeps in sight, 0 to 1 from the left and the top; both or neither. */
  focus_x: number | null
  focus_y: number | null
  created_at: CreatedAt
}

/** Keys of photos whose files are being written and which have no row yet. */
interface PendingPhotosTable {
  key: string
  noted_at: CreatedAt
}

/** What a client called a dog that it created: asking again answers the same dog. */
interface CreatedDogsTable {
  user_id: string
  client_id: string
  dog_id: string
}

/** Keys of photos whose rows are gone and whose files are still to be deleted; filled by a trigger. */
interface RemovedPhotosTable {
  key: string
  removed_at: CreatedAt
}

/** Keys of photos that were copied to another storage: what is deleted here later must be deleted there as well. */
interface CopiedPhotosTable {
  key: string
}

interface MatchesTable {
  id: string
  /** The pair in its one order: dog_a_id < dog_b_id. */
  dog_a_id: string
  dog_b_id: string
  /** The number of the newest message: numbers are gapless within a match. */
  last_seq: Generated<number>
  created_at: CreatedAt
}

/** A match as one of its dogs sees it, changed in the statement that stores a message. */
interface MatchDogsTable {
  dog_id: string
  match_id: string
  other_dog_id: string
  unread: Generated<number>
  last_message_id: string | null
  last_sender_dog_id: string | null
  last_body: string | null
  last_seq: number | null
  last_at: Generated<Date>
}

interface MessagesTable {
  match_id: string
  seq: number
  id: string
  sender_dog_id: string
  body: string
  client_id: string | null
  created_at: CreatedAt
}

interface PlaydatesTable {
  id: string
  match_id: string
  proposer_dog_id: string
  invited_dog_id: string
  when_ts: Date
  park_name: string
  notes: string
  status: Generated<PlaydateStatus>
  created_at: CreatedAt
  /** Counts what is agreed or asked. */
  revision: Generated<number>
  /** The terms that one side would like, while the agreed ones hold. */
  changes: ColumnType<PlaydateWish | null, string | null | undefined, string | null>
  /** At most one of each kind from each side. */
  signals: ColumnType<PlaydateSignal[], string | undefined, string>
  cancelled_at: Date | null
  cancel_reason: CancelReason | null
  /** When these terms were agreed; null where they are not, or were before this was kept. */
  agreed_at: Date | null
  /** When both sides had said that they would meet again. */
  again_at: Date | null
}

/** What one side said of a playdate afterwards. The other side never reads it. */
interface PlaydateRecapsTable {
  playdate_id: string
  dog_id: string
  met: boolean
  again: boolean
  at: Date
}

/** The address at which an owner's calendar program reads their playdates: one a user. */
interface CalendarFeedsTable {
  user_id: string
  /** SHA-256 of the secret in the address, which is random enough to need no salt. */
  hash: Buffer
  created_at: ColumnType<Date, Date, Date>
}

/**
 * What admins did. Entries outlive what they name, so nothing here is a foreign key; a trigger on `users` takes the names
 * of a user who is deleted. The end of an impersonation is noted by a trigger on `sessions`.
 */
interface AuditLogTable {
  /** Made by the database (`audit_id`). */
  id: ColumnType<string, never, never>
  at: CreatedAt
  admin_id: string
  /** Empty: the account is gone, or its address is unknown. */
  admin_email: string
  /** A code of domain's DEEDS; another one is of a newer version. */
  action: string
  dog_id: string | null
  user_id: string | null
  detail: JSONColumnType<Record<string, unknown>>
  /** Admin, action and the words of the detail in lower case. */
  search_key: ColumnType<string, never, never>
}

/** Links that were mailed. What opens one is made from the id and a secret that is not in the database. */
interface AccountLinksTable {
  id: string
  user_id: string
  purpose: LinkPurpose
  /** The address that it was sent to. */
  email: string
  asked_at: Date
  expires_at: Date
  used_at: Date | null
}

/** Work for later; a row goes when the work is done. */
interface JobsTable {
  id: string
  kind: string
  /** Unique among the jobs of a kind that are not given up. */
  key: string | null
  /** The account that the job is about. */
  user_id: string | null
  payload: JSONColumnType<object, string, string>
  due_at: Date
  created_at: ColumnType<Date, Date, never>
  attempts: Generated<number>
  /** Who runs it, until when: by the database's clock. */
  lease_id: string | null
  leased_until: Date | null
  given_up_at: Date | null
}

/** An owner who keeps another away: while the row is there, neither sees the other. */
interface BlocksTable {
  id: string
  user_id: string
  blocked_id: string
  /** The dog by which the owner was blocked, as it was then: it may be deleted or handed over. */
  dog_id: string
  dog_name: string
  dog_breed: string
  created_at: ColumnType<Date, Date, never>
}

/** Two dogs whose match was ended: while the row is there, neither finds the other. */
interface PartingsTable {
  id: string
  /** The dog whose owner ended the match; its owner of today can undo it. */
  dog_id: string
  other_dog_id: string
  created_at: ColumnType<Date, Date, never>
}

/** Owners who do not see each other, each pair in both directions: kept by a trigger on `blocks`. */
interface OwnersApartTable {
  owner_id: string
  other_id: string
}

/** Dogs that do not find each other, each pair in both directions: kept by a trigger on `partings`. */
interface DogsApartTable {
  dog_id: string
  other_id: string
}

/** What sniffing searches: dogs that may be seen and have an owner with a place. Kept by triggers on `dogs` and `users`. */
/**
 * What a user is notified of. The words are made when it is read, from the event and the dogs as they are then.
 */
interface NotificationsTable {
  id: string
  user_id: string
  /** A NotificationEvent of domain; another one is of a newer version. */
  event: string
  /** A user's notifications with the same key are one. Null: it stands for itself, as messages do that were read. */
  key: string | null
  /** The user's own dog that it is about; null: about the account. */
  dog_id: string | null
  match_id: string | null
  /** EventDetails of the event. */
  details: ColumnType<Record<string, unknown>, string | undefined, string>
  /** Quiet hours do not hold it back. */
  is_urgent: Generated<boolean>
  notified_at: Date
  seen_at: Date | null
  /** When it is looked at for pushing and mailing; null: nothing is left to do. */
  push_at: Date | null
  mail_at: Date | null
  /** The job whose mail told of it. */
  mail_id: string | null
}

/** What a user wants; no row: the defaults. */
interface PreferencesTable {
  user_id: string
  /** An IANA name. */
  time_zone: string | null
  /** "22:00" in the user's zone. */
  quiet_from: string | null
  quiet_to: string | null
  /** What the user changed. */
  kinds: JSONColumnType<Partial<Record<NotificationKind, Partial<Channels>>>, string | undefined, string>
  remind_day: Generated<boolean>
  remind_hours: Generated<boolean>
  digest: Generated<Digest>
  /** When the next one is due. */
  digest_at: Date | null
  units: Generated<'km' | 'mi'>
}

/** Browsers that notifications are pushed to. They go with the session that made them. */
interface PushEndpointsTable {
  id: string
  endpoint: string
  user_id: string
  session_id: string
  /** The browser's keys, base64url. */
  p256dh: string
  auth: string
  created_at: Date
}

/** What push services know this installation by: one row. */
interface VapidKeysTable {
  is_only: Generated<boolean>
  public_key: string
  private_key: string
}

/** When users were last there. */
interface PresenceTable {
  user_id: string
  /** To the minute. */
  seen_at: Date
  /** A page of theirs is open and visible until then. */
  visible_until: Date | null
}

/** What admins decide: all open reports about one dog, or an appeal against a decision. */
interface ReportCasesTable {
  id: string
  /** The most urgent of its reports' kinds. */
  kind: CaseKind
  is_urgent: ColumnType<boolean, never, never>
  /** No foreign key: the case outlives the dog. */
  dog_id: string
  dog_name: string
  /** Who owned the dog when it was first reported, while the account is there. */
  owner_id: string | null
  /** The decision that an appeal is about, and who appeals: the appeal goes with them. */
  appeal_of: string | null
  appellant_id: string | null
  version: Generated<number>
  claimed_by: string | null
  claimed_until: Date | null
  created_at: Date
  decided_at: Date | null
}

/** Who reported. */
interface ReportsTable {
  case_id: string
  reporter_id: string
  kind: ReportKind
  photo_id: string | null
  created_at: Date
}

/** What reporters wrote, or who appeals; a note goes with its author's account. */
interface ReportNotesTable {
  id: string
  case_id: string
  author_id: string
  body: string
  created_at: Date
}

/** A dog as it was when it was reported. */
interface ReportDogsTable {
  id: string
  case_id: string
  dog: JSONColumnType<Dog, string, never>
}

/** Photos that a case keeps: under the photo's own key, or under one of their own once the dog shows it no more. */
interface ReportPhotosTable {
  case_id: string
  photo_id: string
  key: string
}

/** Messages that a case keeps; `reporter_id` where the reporter's dog sent them: those go with that account. */
interface ReportMessagesTable {
  case_id: string
  message_id: string
  match_id: string
  seq: number
  sender_dog_id: string
  reporter_id: string | null
  body: string
  created_at: Date
}

/** What admins decided. */
interface DecisionsTable {
  id: string
  case_id: string | null
  admin_id: string | null
  /** Whom it concerns. */
  owner_id: string | null
  dog_id: string
  dog_name: string
  action: ModerationAction
  statement: string
  /** The end of a suspension; null is for good. */
  until: Date | null
  /** The photos that were removed. */
  photo_ids: Generated<string[]>
  /** When an appeal undid it. */
  reversed_at: Date | null
  created_at: Date
}

interface StatementTemplatesTable {
  id: string
  action: ModerationAction
  title: string
  body: string
  created_at: CreatedAt
}

/** What sniffing searches: dogs that have an owner with a place. Kept by triggers on `dogs` and `users`. */
interface SniffDogsTable {
  dog_id: string
  owner_id: string
  age_years: number
  /** 1 small, 2 medium, 4 large. */
  size_bit: number
  /** A bit a temperament, in the order of ALL_TEMPERAMENTS. */
  temperament_bits: number
  cell: number
}

/** Cells that hold dogs, with their centre on the unit sphere (a cube's point). */
interface SniffCellsTable {
  cell: number
  point: string
  dogs: number
}
