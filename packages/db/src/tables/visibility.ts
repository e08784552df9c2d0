import type { ColumnType } from 'kysely'

/** Blocks and ended matches, and the pairs derived from them. */
export interface VisibilityTables {
  blocks: BlocksTable
  partings: PartingsTable
  owners_apart: OwnersApartTable
  dogs_apart: DogsApartTable
}

/** A block of one owner by another. While it exists, neither sees the other. */
interface BlocksTable {
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
interface PartingsTable {
  id: string
  /** The dog whose owner ended the match. Its current owner can undo that. */
  dog_id: string
  other_dog_id: string
  created_at: ColumnType<Date, Date, never>
}

/** Owners who do not see each other, each pair in both directions. A trigger on `blocks` maintains it. */
interface OwnersApartTable {
  owner_id: string
  other_id: string
}

/** Dogs that do not find each other, each pair in both directions. A trigger on `partings` maintains it. */
interface DogsApartTable {
  dog_id: string
  other_id: string
}
