import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { trpc } from '../../trpc.ts'

/** A few, because some are full or for dogs of other sizes. */
const LOOKED_AT = 5

const isFor = ({ dogs, maxDogs, sizes, cancelledAt }: Walk, { id, size }: Dog) =>
  cancelledAt === null &&
  dogs.length < maxDogs &&
  dogs.every(one => one.id !== id) &&
  (sizes.length === 0 || sizes.includes(size))

/** The next walk that a dog could join, if its owner lives around San Francisco; null: none, or not known yet. */
export function useNearWalk(dog: Dog | null, { enabled = true } = {}): Walk | null {
  const walks = trpc.walks.list.useQuery(
    { near: 'yes', limit: LOOKED_AT },
    { enabled: enabled && dog !== null, throwOnError: false, staleTime: 60_000 },
  )
  return (dog && walks.data?.items.find(walk => isFor(walk, dog))) ?? null
}
