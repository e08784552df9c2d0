import type { CarefulWith, Sex, Size, Temperament } from '@barkyard/domain/dog'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { VerificationKind, VerificationState } from '@barkyard/domain/verification'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** Dogs, their photos, and the tables that searches read. */
export interface DogTables {
  dogs: {
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
    /** The dog's photos in order, as the API returns them. A trigger on `photos` maintains them. */
    photos: JSONColumnType<Photo[], never, never>
    created_at: CreatedAt
    /** Since when a moderator has hidden the dog from everybody but its owner and admins. */
    hidden_at: Date | null
    /** Whether the dog is hidden or its owner is suspended. Triggers on both tables maintain it. */
    unseen: ColumnType<boolean, never, never>
    neutered: boolean | null
    careful: Generated<CarefulWith[]>
    /** Whether its owner has left it out of everybody's searches. */
    paused: Generated<boolean>
    /** Whether a moderator has checked its main photo. A trigger ends it when that photo, the breed or the owner changes. */
    photo_checked: Generated<boolean>
    /** The last day of the vaccination record that a moderator has seen. It may be over. */
    vaccinated_until: string | null
    /** The last day on which its owner was here, in the parks. A trigger on `presence` maintains it. */
    active_on: string | null
  }
  /** The client ids of created dogs: a repeated request returns the same dog. */
  created_dogs: {
    user_id: string
    client_id: string
    dog_id: string
  }
  photos: {
    id: string
    dog_id: string
    /** Random. The names of the files contain it. */
    key: string
    /** The position that the owner chose; photos without one follow, oldest first. */
    position: number | null
    /** The point that every crop must show, 0 to 1 from the left and the top. Both are set or neither. */
    focus_x: number | null
    focus_y: number | null
    /** Since when it is deleted. It can be restored for a minute, and is purged then. */
    deleted_at: Date | null
    deleted_by: string | null
    created_at: CreatedAt
  }
  /** The perceptual hashes of photos. That of a photo that a decision removed stays for a while. */
  photo_hashes: {
    photo_id: string
    dog_id: string
    /** A bigint as text. It has more digits than a number. */
    hash: ColumnType<never, string, never>
    /** When a decision removed the photo. */
    removed_at: Date | null
    /** The case that keeps its copy. */
    removed_in: string | null
  }
  /** Dogs that a dog's searches leave out. */
  skips: {
    id: string
    dog_id: string
    other_dog_id: string
    created_at: Date
  }
  /** Keys of photos whose files are being written and that have no row yet. */
  pending_photos: {
    key: string
    noted_at: CreatedAt
  }
  /** Keys of photos whose files must get other keys, because their dogs were hidden. */
  outdated_photos: {
    key: string
    noted_at: CreatedAt
  }
  /** Keys of photos whose rows are deleted and whose files must still be deleted. Filled by a trigger. */
  removed_photos: {
    key: string
    removed_at: CreatedAt
  }
  /** Keys of photos that were copied to another storage. If they are deleted here, they must be deleted there too. */
  copied_photos: {
    key: string
  }
  /** The table that searches read: visible dogs that are not paused and whose owner has a place. Triggers on `dogs` and `users` maintain it. */
  sniff_dogs: {
    dog_id: string
    owner_id: string
    age_years: number
    /** 1 small, 2 medium, 4 large. */
    size_bit: number
    /** One bit per temperament, in the order of ALL_TEMPERAMENTS. */
    temperament_bits: number
    cell: number
    photo_checked: boolean
    /** '-infinity': none. */
    vaccinated_until: string
  }
  /** Cells that contain dogs, with their centre as a point on the unit sphere (a `cube`). */
  sniff_cells: {
    cell: number
    point: string
    dogs: number
  }

  // Blocks and ended matches, and the pairs derived from them.

  /** A block of one owner by another. While it exists, neither sees the other. */
  blocks: {
    id: string
    user_id: string
    blocked_id: string
    /** The dog that the block started from, as it was then. It may have been deleted or transferred since. */
    dog_id: string
    dog_name: string
    dog_breed: string
    created_at: ColumnType<Date, Date, never>
  }
  /** An ended match. While the row exists, neither dog finds the other. */
  partings: {
    id: string
    /** The dog whose owner ended the match. Its current owner can undo that. */
    dog_id: string
    other_dog_id: string
    created_at: ColumnType<Date, Date, never>
  }
  /** Owners who do not see each other, each pair in both directions. A trigger on `blocks` maintains it. */
  owners_apart: {
    owner_id: string
    other_id: string
  }
  /** Dogs that do not find each other, each pair in both directions. A trigger on `partings` maintains it. */
  dogs_apart: {
    dog_id: string
    other_id: string
  }

  // What moderators check about dogs.

  verifications: {
    id: string
    dog_id: string
    /** The owner who asked. */
    user_id: string
    kind: VerificationKind
    state: Generated<VerificationState>
    /** Increases with new evidence, and when the dog's main photo, breed or owner changes. */
    version: Generated<number>
    code: string | null
    /** The key of the evidence's files, which are not public. Triggers note it for deletion. */
    evidence_key: string | null
    reason: string | null
    /** A day, YYYY-MM-DD. */
    expires_on: string | null
    /** The day on which the owner is to be reminded; null: no more. */
    remind_on: string | null
    decided_by: string | null
    created_at: Date
    /** When the first evidence came. */
    sent_at: Date | null
    /** When it was decided or withdrawn. */
    closed_at: Date | null
  }
}
