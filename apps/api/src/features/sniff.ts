import type { Db } from '@barkyard/db/open'
import { findDog } from '@barkyard/db/queries/dogs'
import { type FoundDog, findSearcher, sniffPage } from '@barkyard/db/queries/sniff'
import { compatibility } from '@barkyard/domain/matching'
import { cellCentre, distanceKm, shownKm } from '@barkyard/domain/place'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import { sniffPageSchema, sniffQuerySchema } from '@barkyard/domain/schemas/sniff'
import { SNIFF_TOTAL_MAX } from '@barkyard/domain/sniff'
import type { Caller } from '../access/sessions.ts'
import { AppError, knownPage } from '../errors.ts'
import { actingProcedure, router, trustedOutput } from '../trpc/init.ts'

/** The acting dog and the cell from which distances are measured. */
export interface Viewer {
  dog: Dog
  cell: number | null
}

const viewers = new WeakMap<Caller, Promise<Viewer | null>>()

/** null if the caller has no acting dog. Cached per caller, which is for seconds, or until `callersChanged`. */
export function findViewer(db: Db, caller: Caller): Promise<Viewer | null> {
  const known = viewers.get(caller)
  if (known) return known
  const viewer = readViewer(db, caller)
  viewers.set(caller, viewer)
  viewer.catch(() => viewers.delete(caller))
  return viewer
}

async function readViewer(db: Db, { actingDogId, actingUserId }: Caller): Promise<Viewer | null> {
  if (!actingDogId) return null
  const [found, searcher] = await Promise.all([findDog(db, actingDogId, null), findSearcher(db, actingUserId)])
  return found ? { dog: found.dog, cell: searcher?.cell ?? null } : null
}

/** A dog with its distance and compatibility, which are computed from grid cells only. */
export function toSniffDog(viewer: Viewer | null, { dog, cell }: FoundDog): SniffDog {
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
    ...(dog.hidden && { hidden: dog.hidden }),
    distance,
    compatibility: viewer && compatibility(viewer.dog, dog, distance),
  }
}

export const sniffRouter = router({
  search: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/sniff', tags: ['sniff'], operationId: 'sniffDogs' },
        summary: 'Dogs nearby, nearest first',
        description: `Dogs of other people. Distances are whole km between places snapped to a grid of 0.01°; if you have no location, all dogs are listed, newest first. \`X-Total-Count\` stops counting at ${SNIFF_TOTAL_MAX}.`,
      },
      isPage: true,
    })
    .input(sniffQuerySchema)
    .output(trustedOutput(sniffPageSchema))
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services
      const viewer = await findViewer(db, ctx.caller)
      if (!viewer) throw new AppError('no-active-dog')
      const search = {
        ownerId: ctx.caller.actingUserId,
        dogId: ctx.actingDogId,
        cell: viewer.cell,
        distance: input.distance,
        ageMin: input.ageMin,
        ageMax: input.ageMax,
        sizes: input.sizes ?? [],
        temperaments: input.temperaments ?? [],
        limit: input.limit + 1,
        after: input.cursor,
        countTo: SNIFF_TOTAL_MAX,
      }
      const page = await ctx.services.searches.read(ctx.caller, reads => sniffPage(reads, search))
      const { dogs, total } = knownPage(page)
      // One extra dog was read to know whether another page follows.
      const items = dogs.slice(0, input.limit).map(one => toSniffDog(viewer, one))
      return { items, nextCursor: dogs.length > input.limit ? (items.at(-1)?.id ?? null) : null, total }
    }),
})
