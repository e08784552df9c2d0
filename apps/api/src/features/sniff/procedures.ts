import { findDog } from '@barkyard/db/queries/dogs/dogs'
import { type FoundDog, findSearcher, sniffPage } from '@barkyard/db/queries/sniff/sniff'
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
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import { actingProcedure, router, trustedOutput } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'

/** The acting dog and the cell from which distances are measured. */
export interface Viewer {
  dog: Dog
  cell: number | null
}

const viewers = new WeakMap<Caller, Promise<Viewer | null>>()

/** null if the caller has no acting dog. Cached per caller, which is for seconds, or until `callersChanged`. */
export function findViewer(services: Services, caller: Caller): Promise<Viewer | null> {
  const known = viewers.get(caller)
  if (known) return known
  const viewer = readViewer(services, caller)
  viewers.set(caller, viewer)
  viewer.catch(() => viewers.delete(caller))
  return viewer
}

async function readViewer({ db, now }: Services, { actingDogId, actingUserId }: Caller): Promise<Viewer | null> {
  if (!actingDogId) return null
  const [found, searcher] = await Promise.all([
    findDog(db, actingDogId, null, dayOf(now())),
    findSearcher(db, actingUserId),
  ])
  return found ? { dog: found.dog, cell: searcher?.cell ?? null } : null
}

/** A dog with its distance and compatibility, which are computed from grid cells only. */
export function toSniffDog(viewer: Viewer | null, { dog, cell, activeLately }: FoundDog): SniffDog {
  const distance =
    !viewer || viewer.cell === null || cell === null
      ? null
      : shownKm(distanceKm(cellCentre(viewer.cell), cellCentre(cell)))
  // Field by field, because spreading fifty dogs takes as long as serialising them.
  return {
    id: dog.id,
    name: dog.name,
    breed: dog.breed,
    ageYears: dog.ageYears,
    size: dog.size,
    sex: dog.sex,
    temperament: dog.temperament,
    bio: dog.bio,
    photos: dog.photos,
    verified: dog.verified,
    neutered: dog.neutered,
    careful: dog.careful,
    ...(dog.paused && { paused: dog.paused }),
    ...(dog.hidden && { hidden: dog.hidden }),
    distance,
    compatibility: viewer && compatibility(viewer.dog, dog, distance),
    activeLately,
  }
}

/** A search as the database takes it. */
const toSearch = (
  caller: Caller,
  dogId: string,
  { cell, today }: { cell: number | null; today: string },
  query: WiderQuery,
) => ({
  ownerId: caller.actingUserId,
  dogId,
  cell,
  distance: query.distance,
  ageMin: query.ageMin,
  ageMax: query.ageMax,
  sizes: query.sizes ?? [],
  temperaments: query.temperaments ?? [],
  sex: query.sex,
  verified: query.verified ?? [],
  today,
})

export const sniffRouter = router({
  wider: actingProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/sniff/wider',
        tags: ['sniff'],
        operationId: 'findWiderSearch',
        summary: 'How a search that finds nobody finds somebody',
        description: `The next step of the distance (5 km each, up to ${DISTANCE_MAX}) at which dogs are found; if there is none, the filter to drop at the same distance. null: the search finds somebody as it is, or neither helps.`,
      },
    })
    .input(widerQuerySchema)
    .output(widerSchema.nullable())
    .query(async ({ ctx, input }) => {
      const viewer = await findViewer(ctx.services, ctx.caller)
      if (!viewer) throw new AppError('no-active-dog')
      const from = { cell: viewer.cell, today: dayOf(ctx.services.now()) }
      const search = toSearch(ctx.caller, ctx.actingDogId, from, input)
      return ctx.services.searches.read(ctx.caller, reads => widerSearch(reads, search))
    }),

  search: actingProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/sniff',
        tags: ['sniff'],
        operationId: 'sniffDogs',
        summary: 'Dogs nearby, nearest first',
        description: `Dogs of other people. Distances are whole km between places snapped to a grid of 0.01°; if you have no location, all dogs are listed, newest first. \`X-Total-Count\` stops counting at ${SNIFF_TOTAL_MAX}.`,
      },
      isPage: true,
    })
    .input(sniffQuerySchema, ({ cursor }, { services, caller }) => {
      if (cursor !== undefined) services.sniffCursors.read(caller.actingUserId, cursor)
    })
    .output(trustedOutput(sniffPageSchema))
    .query(async ({ ctx, input }) => {
      const viewer = await findViewer(ctx.services, ctx.caller)
      if (!viewer) throw new AppError('no-active-dog')
      const { sniffCursors, searches, now } = ctx.services
      const { actingUserId } = ctx.caller
      const after = input.cursor === undefined ? undefined : sniffCursors.read(actingUserId, input.cursor)
      // It is of a search without a place, whose order was another one.
      if (after?.cell === null && viewer.cell !== null) throw new AppError('unknown-cursor')
      const search = {
        ...toSearch(ctx.caller, ctx.actingDogId, { cell: viewer.cell, today: dayOf(now()) }, input),
        withoutMatched: input.matched === 'no',
        limit: input.limit + 1,
        after,
        countTo: SNIFF_TOTAL_MAX,
      }
      const { dogs, total } = await searches.read(ctx.caller, reads => sniffPage(reads, search))
      // One extra dog was read to know whether another page follows.
      const items = dogs.slice(0, input.limit).map(one => toSniffDog(viewer, one))
      const last = dogs.length > input.limit ? dogs[input.limit - 1] : undefined
      const nextCursor = last ? sniffCursors.make(actingUserId, { dogId: last.dog.id, cell: last.cell }) : null
      return { items, nextCursor, total }
    }),
})
