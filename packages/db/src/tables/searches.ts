import type { SearchFilters } from '@barkyard/domain/schemas/search'
import type { ColumnType } from 'kysely'

/** Saved searches, and invitations. */
export interface SearchTables {
  searches: SearchesTable
  invites: InvitesTable
  invited_users: InvitedUsersTable
}

interface SearchesTable {
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
interface InvitesTable {
  user_id: string
  code: string
}

/** Users who signed up by an invitation and have no dog yet. */
interface InvitedUsersTable {
  user_id: string
  inviter_id: string
}
