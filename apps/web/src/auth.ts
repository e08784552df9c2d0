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

/** The acting dog (the impersonated one, else the active one) with its photos, or null. */
export const useActingDog = (): Dog | null => useUser()?.dog ?? null
