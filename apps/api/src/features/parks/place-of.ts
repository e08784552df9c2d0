import { findSearcher } from '@barkyard/db/queries/sniff/sniff'
import { cellCentre, type Place } from '@barkyard/domain/place'
import type { Caller } from '../../platform/access/sessions.ts'
import type { Services } from '../../services.ts'

/** The snapped place of the acting dog's owner; null: none. */
export async function placeOf({ db }: Services, { actingUserId }: Caller): Promise<Place | null> {
  const searcher = await findSearcher(db, actingUserId)
  return searcher?.cell == null ? null : cellCentre(searcher.cell)
}
