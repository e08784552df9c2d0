import type { AppRouter } from '@barkyard/api/features/index'
import { MutationCache, notifyManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { createTRPCReact, getQueryKey } from '@trpc/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { networkLinks } from './network-links.ts'

export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The queries that this mutation refreshes (`[]` = none). Default: all. */
      refresh?: readonly QueryKey[]
    }
  }
}

export const trpc = createTRPCReact<AppRouter>()

export const trpcClient = trpc.createClient({
  // The server renders pages with the hooks, and makes no calls with them. A socket that closes may say that the user was
  // signed out elsewhere, deleted or suspended: refreshing the user leads to the landing page. An answer that is under way
  // is left to come: on a slow line the next socket closes before.
  links: import.meta.env.SSR
    ? []
    : networkLinks(() => void queryClient.invalidateQueries({ queryKey: userKey }, { cancelRefetch: false })),
})

/** The HTTP status of a failed call, or null without an answer. */
export function errorStatus(error: unknown): number | null {
  if (!(error instanceof TRPCClientError)) return null
  const status: unknown = error.data?.httpStatus
  return typeof status === 'number' ? status : null
}

export const userKey = getQueryKey(trpc.auth.user, undefined, 'query')

function onUnauthorized(error: unknown) {
  // Refresh the user: null leads to the landing page (app.tsx). After a 403 the user may no longer be an admin.
  const status = errorStatus(error)
  if (status === 401 || status === 403) void queryClient.invalidateQueries({ queryKey: userKey })
}

// A component hears of changed data, and of a call that has begun, within the task that changed it. By default it hears one
// task later: React has then reset a box that was clicked to its old state, and the second click of a double click finds a
// button that is not `pending` yet.
notifyManager.setScheduler(queueMicrotask)

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onUnauthorized }),
  mutationCache: new MutationCache({
    onError: onUnauthorized,
    // The global rule: everything that a write may have changed is refreshed before its own onSuccess runs.
    onSuccess: async (_data, _variables, _context, mutation) => {
      const refresh = mutation.meta?.refresh
      if (!refresh) return queryClient.invalidateQueries()
      await Promise.all(refresh.map(queryKey => queryClient.invalidateQueries({ queryKey })))
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
      // Offline calls fail at once instead of waiting silently.
      networkMode: 'always',
      // A screen without its data shows its error boundary. 404 and 401 are answers, not errors.
      throwOnError: (error, query) => {
        const status = errorStatus(error)
        return query.state.data === undefined && status !== 404 && status !== 401
      },
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
