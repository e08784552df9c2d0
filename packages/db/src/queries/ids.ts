import { validate } from 'uuid'

export { v7 as newId } from 'uuid'

/**
 * Whether a row can have this id. Ids are opaque to callers: one that is no UUID, or one in capitals (PostgreSQL would
 * take it, comparisons here would not), is simply not found.
 */
export const isId = (id: string) => validate(id) && id === id.toLowerCase()
