import { hasRight, type Right } from '@barkyard/domain/rights'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { User } from '@barkyard/domain/schemas/user'
import { useQuery } from '@tanstack/react-query'
import { errorStatus, trpcClient, userKey } from './trpc.ts'

/** Reads the user. Being signed out is null, not an error. */
async function readUser(): Promise<User | null> {
  try {
    return await trpcClient.auth.user.query()
  } catch (error) {
    if (errorStatus(error) === 401) return null
    throw error
  }
}

/** The signed-in user, null once the session has ended. main.tsx puts the first answer in the cache. */
export function useUser(): User | null {
  const query = useQuery({ queryKey: userKey, queryFn: readUser })
  return query.data ?? null
}

/** Whether the user has a right. What they have no right to is not shown. */
export function useMay(right: Right): boolean {
  const user = useUser()
  return user !== null && hasRight(user.role, right)
}

/** The acting dog's id, for a later call that acts as it whichever is chosen by then. undefined: another owner's cannot be named. */
export function useNamedDog(): string | undefined {
  const user = useUser()
  return user?.isImpersonating ? undefined : user?.dog?.id
}

/** The acting dog (the impersonated one, else the active one) with its photos, or null. */
export const useActingDog = (): Dog | null => useUser()?.dog ?? null
