import { positionOf } from '@barkyard/db/queries/paging'
import { orRefuse } from '../errors.ts'

/** Refuses what no list of the acting dog's gave out as a cursor, whoever calls. @throws AppError unknown-cursor */
export function requireCursor(input: { cursor?: string | undefined } | undefined): void {
  orRefuse(positionOf(input?.cursor))
}
