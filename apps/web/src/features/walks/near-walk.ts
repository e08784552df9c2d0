import type { Walk } from '@barkyard/domain/schemas/walk'
import { useActingDog } from '../../auth.ts'
import { trpc } from '../../trpc.ts'

/** The next walk that the acting dog can join, within 50 km of its owner; null: none, or not known yet. */
export function useNearWalk({ enabled = true } = {}): Walk | null {
  const dog = useActingDog()
  const walks = trpc.walks.list.useQuery(
    { near: 'yes', joinable: 'yes', limit: 1 },
    { enabled: enabled && dog !== null, throwOnError: false, staleTime: 60_000 },
  )
  return (dog && walks.data?.items[0]) ?? null
}
