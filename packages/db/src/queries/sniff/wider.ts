import { cellCentre, distanceKm } from '@barkyard/domain/place'
import type { Wider } from '@barkyard/domain/schemas/sniff'
import { DISTANCE_MAX, SNIFF_TOTAL_MAX, stepsBeyond, type WiderDrop } from '@barkyard/domain/sniff'
import type { Db } from '../../open.ts'
import { type FoundPage, type SniffSearch, sniffPage } from './sniff.ts'

type Search = Omit<SniffSearch, 'limit' | 'after' | 'countTo'>

/** The search without one of its filters; null: it does not have that filter. */
const WITHOUT: Record<WiderDrop, (search: Search) => Search | null> = {
  sizes: search => (search.sizes.length > 0 ? { ...search, sizes: [] } : null),
  temperaments: search => (search.temperaments.length > 0 ? { ...search, temperaments: [] } : null),
  age: search =>
    search.ageMin === undefined && search.ageMax === undefined
      ? null
      : { ...search, ageMin: undefined, ageMax: undefined },
  verified: search => (search.verified.length > 0 ? { ...search, verified: [] } : null),
}

/**
 * How a search that finds nobody finds somebody: at the next step of the distance, else without the filter that hides most
 * dogs. null if it finds somebody as it is, or neither helps. It reveals nothing that the same searches would not.
 */
export async function widerSearch(db: Db, search: Search): Promise<Wider | null> {
  const find = (wider: Search, countTo?: number) => sniffPage(db, { ...wider, limit: 1, countTo })
  if ((await find(search)).dogs.length > 0) return null
  const farther = await fartherSearch(find, search)
  if (farther) return farther
  let best: Wider | null = null
  for (const [drop, without] of Object.entries(WITHOUT) as [WiderDrop, (typeof WITHOUT)[WiderDrop]][]) {
    const wider = without(search)
    if (!wider) continue
    const { total } = await find(wider, SNIFF_TOTAL_MAX)
    if (total > (best?.total ?? 0)) best = { drop, total }
  }
  return best
}

async function fartherSearch(find: (search: Search, countTo?: number) => Promise<FoundPage>, search: Search) {
  // Without a place, distance does not count.
  if (search.cell === null) return null
  const [nearest] = (await find({ ...search, distance: DISTANCE_MAX })).dogs
  if (!nearest || nearest.cell === null) return null
  // Just below, because the searcher's point is moved by half a metre.
  const km = distanceKm(cellCentre(search.cell), cellCentre(nearest.cell)) - 0.01
  for (const distance of stepsBeyond(search.distance).filter(step => step >= km)) {
    const { total } = await find({ ...search, distance }, SNIFF_TOTAL_MAX)
    if (total > 0) return { distance, total }
  }
  return null
}
