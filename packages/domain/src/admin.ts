/** The most rows in one answer, and the default: a list without a limit is usually complete. */
export const ADMIN_PAGE_MAX = 50_000
/** Counting what a search finds stops here; a total of this many means "this many or more". */
export const ADMIN_TOTAL_MAX = 100_000
/** The words of a search, in small letters. Those after the tenth do not count, so that no search costs more. */
export const searchWords = (search = ''): string[] => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
export const USERS_DELETED_MAX = 20_000
export const USER_SORTS = ['name', 'email', 'newest'] as const
export const DOG_SORTS = ['name', 'breed', 'newest'] as const
/** The days of the admins' numbers: this week and the one before. */
export const NUMBER_DAYS = 14
