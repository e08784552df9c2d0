import type { CaseKind, ModerationAction, ReportKind, TitleKind } from '@barkyard/domain/report'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { KeptLost } from '@barkyard/domain/schemas/report'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** Reports, their evidence, and decisions about them. */
export interface ReportTables {
  /** What admins decide about: all open reports about one dog, or an appeal against a decision. */
  report_cases: {
    id: string
    /** The most urgent kind among its reports. */
    kind: CaseKind
    is_urgent: ColumnType<boolean, never, never>
    /** Of a sighting its own id. Not a foreign key, because the case outlives the dog. */
    dog_id: string
    dog_name: string
    /** The owner of the dog when it was first reported, while their account exists. */
    owner_id: string | null
    /** The decision that the appeal is against, and its author. The appeal is deleted with either of them. */
    appeal_of: string | null
    appellant_id: string | null
    version: Generated<number>
    claimed_by: string | null
    claimed_until: Date | null
    created_at: Date
    decided_at: Date | null
  }
  /** One report: a reporter of a case. */
  reports: {
    /** Random, for the reporter. */
    id: Generated<string>
    case_id: string
    reporter_id: string
    kind: ReportKind
    photo_id: string | null
    created_at: Date
  }
  /** Texts of reporters and appellants. A note is deleted with its author's account. */
  report_notes: {
    id: string
    case_id: string
    author_id: string
    body: string
    created_at: Date
  }
  /** What admins note about a case for each other. */
  case_notes: {
    id: string
    case_id: string
    /** null: the account is deleted. */
    admin_id: string | null
    body: string
    created_at: Date
  }
  /** A dog's profile at the time of a report. */
  report_dogs: {
    id: string
    case_id: string
    dog: JSONColumnType<Dog, string, never>
  }
  /** Photos that a case keeps: under the photo's own key, or under the key of a copy once the dog no longer shows it. */
  report_photos: {
    case_id: string
    photo_id: string
    key: string
  }
  /** Messages that a case keeps. `reporter_id` is set if the reporter's dog sent them: these are deleted with that account. */
  report_messages: {
    case_id: string
    message_id: string
    match_id: string
    seq: number
    sender_dog_id: string
    reporter_id: string | null
    body: string
    created_at: Date
  }
  /** Titles of playdates and walks that a case keeps. `reporter_id` is set if the reporter's side wrote them, as above. */
  report_titles: {
    case_id: string
    /** The playdate or walk, which may be gone. */
    source_id: string
    kind: TitleKind
    /** The dog whose owner wrote it. */
    dog_id: string
    reporter_id: string | null
    title: string
    /** When the playdate or walk begins. */
    when_ts: Date
  }
  /** A photo of a case's dog that equals another one, whose copy the case keeps too. */
  report_twins: {
    case_id: string
    dog_id: string
    photo_id: string
    other_photo_id: string
    other_dog_id: string
    other_dog_name: string
    /** Whether a decision had removed the other photo. */
    was_removed: boolean
  }
  /** A search for a lost dog, or a sighting, as it read when it was reported. */
  report_lost: {
    id: string
    case_id: string
    /** The case of the lost dog. It may be gone. */
    lost_id: string
    /** Its photo is among the case's photos, by this id. */
    sighting_id: string | null
    words: JSONColumnType<Omit<KeptLost, 'lostId' | 'sightingId' | 'keptAt' | 'photo'>, string, never>
    created_at: Date
  }
  decisions: {
    id: string
    case_id: string | null
    admin_id: string | null
    /** The owner whom the decision affects. */
    owner_id: string | null
    dog_id: string
    dog_name: string
    action: ModerationAction
    statement: string
    /** The end of a suspension; null: it does not end. */
    until: Date | null
    /** The photos that were removed. */
    photo_ids: Generated<string[]>
    /** When an appeal reversed it. */
    reversed_at: Date | null
    created_at: Date
  }
  statement_templates: {
    id: string
    action: ModerationAction
    title: string
    body: string
    created_at: CreatedAt
  }
}
