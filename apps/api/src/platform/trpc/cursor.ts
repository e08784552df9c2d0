import { positionOf } from '@barkyard/db/queries/paging'
import { unwrapOrThrow } from '../errors.ts'

/** Refuses what no list of the acting dog's gave out as a cursor, whoever calls. @throws AppError unknown-cursor */
export function requireCursor(input: { cursor?: string | undefined } | undefined): void {
  unwrapOrThrow(positionOf(input?.cursor))
}
