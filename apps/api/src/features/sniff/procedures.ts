import { findDog } from '@barkyard/db/queries/dogs/dogs'
import { type FoundDog, findSearcher, sniffPage, stillFound } from '@barkyard/db/queries/sniff/sniff'
import { widerSearch } from '@barkyard/db/queries/sniff/wider'
import { compatibility } from '@barkyard/domain/matching'
import { cellCentre, distanceKm, shownKm } from '@barkyard/domain/place'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import {
  sniffPageSchema,
  sniffQuerySchema,
  type WiderQuery,
  widerQuerySchema,
  widerSchema,
} from '@barkyard/domain/schemas/sniff'
import { DISTANCE_MAX, SNIFF_TOTAL_MAX } from '@barkyard/domain/sniff'
import { dayOf } from '@barkyard/domain/verification-days'
import type { DogViewer } from '@barkyard/domain/visibility'
import { actingOwner } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError, foundOrThrow } from '../../platform/errors.ts'
import { actingProcedure, router, trustedOutput } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'

interface SearchingDog {
  dog: Dog
  cell: number | null
}

const known = new WeakMap<Caller, Promise<SearchingDog | null>>()

/** null if the caller has no acting dog. Cached per caller, which is for seconds, or until `callersChanged`. */
export function findSearchingDog(services: Services, caller: Caller): Promise<SearchingDog | null> {
  const found = known.get(caller)
  if (found) return found
  const searching = readSearchingDog(services, caller)
  known.set(caller, searching)
  searching.catch(() => known.delete(caller))
  return searching
}

async function readSearchingDog({ db, now }: Services, caller: Caller): Promise<SearchingDog | null> {
  if (!caller.actingDogId) return null
  const [found, searcher] = await Promise.all([
    findDog(db, actingOwner(caller), caller.actingDogId, dayOf(now())),
    findSearcher(db, caller.actingUserId),
  ])
  return found ? { dog: found.dog, cell: searcher?.cell ?? null } : null
}

/** A dog with its distance and compatibility, which are computed from grid cells only. */
export function toSniffDog(searching: SearchingDog | null, { dog, cell, activeLately }: FoundDog): SniffDog {
  const distance =
    !searching || searching.cell === null || cell === null
      ? null
      : shownKm(distanceKm(cellCentre(searching.cell), cellCentre(cell)))
  // Added to the dog that was just read, because copying fifty dogs takes as long as serialising them.
  return Object.assign(dog, {
    distance,
    compatibility: searching && compatibility(searching.dog, dog, distance),
    activeLately,
  })
}

const toSearch = (
  viewer: DogViewer,
  from: { cell: number | null; today: string },
  { sizes = [], temperaments = [], verified = [], ...others }: WiderQuery,
) => ({ ...others, ...from, viewer, sizes, temperaments, verified })

export const sniffRouter = router({
  wider: actingProcedure
    .meta({
      rest: 'GET /sniff/wider',
      operationId: 'findWiderSearch',
      summary: 'How a search that finds nobody finds somebody',
      description: `The next step of the distance (5 km each, up to ${DISTANCE_MAX}) at which dogs are found; if there is none, the filter to drop at the same distance. null: the search finds somebody as it is, or neither helps.`,
    })
    .input(widerQuerySchema)
    .output(widerSchema.nullable())
    .query(async ({ ctx, input }) => {
      const searching = foundOrThrow(await findSearchingDog(ctx.services, ctx.caller), 'no-active-dog')
      const from = { cell: searching.cell, today: dayOf(ctx.services.now()) }
      const search = toSearch(ctx.viewer, from, input)
      return ctx.services.searches.read(ctx.caller, reads => widerSearch(reads, search))
    }),

  search: actingProcedure
    .meta({
      rest: 'GET /sniff',
      operationId: 'sniffDogs',
      summary: 'Dogs nearby, nearest first',
      description: `Dogs of other people. Distances are whole km between places snapped to a grid of 0.01°; if you have no location, all dogs are listed, newest first. \`X-Total-Count\` stops counting at ${SNIFF_TOTAL_MAX}.`,
    })
    .input(sniffQuerySchema, ({ cursor }, { services, caller }) => {
      if (cursor !== undefined) services.sniffCursors.read(caller.actingUserId, cursor)
    })
    .output(trustedOutput(sniffPageSchema))
    .query(async ({ ctx, input }) => {
      const searching = foundOrThrow(await findSearchingDog(ctx.services, ctx.caller), 'no-active-dog')
      const { sniffCursors, searches, now, db } = ctx.services
      const { actingUserId } = ctx.caller
      const after = input.cursor === undefined ? undefined : sniffCursors.read(actingUserId, input.cursor)
      // It is of a search without a place, whose order was another one.
      if (after?.cell === null && searching.cell !== null) throw new AppError('unknown-cursor')
      const search = {
        ...toSearch(ctx.viewer, { cell: searching.cell, today: dayOf(now()) }, input),
        withoutMatched: input.matched === 'no',
        limit: input.limit + 1,
        after,
        countTo: SNIFF_TOTAL_MAX,
      }
      const { dogs, total } = await searches.read(ctx.caller, reads => sniffPage(reads, search))
      // One extra dog was read to know whether another page follows.
      const page = dogs.slice(0, input.limit)
      const items = (searches.mayLag ? await stillFound(db, search, page) : page).map(one => toSniffDog(searching, one))
      const last = dogs.length > input.limit ? dogs[input.limit - 1] : undefined
      const nextCursor = last ? sniffCursors.make(actingUserId, { dogId: last.dog.id, cell: last.cell }) : null
      return { items, nextCursor, total }
    }),
})
