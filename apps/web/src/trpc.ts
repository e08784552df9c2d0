import type { AppRouter } from '@barkyard/api/features/index'
import { CLOSE_SUSPENDED, CLOSE_UNAUTHORIZED } from '@barkyard/domain/socket'
import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { createWSClient, httpBatchLink, splitLink, TRPCClientError, wsLink } from '@trpc/client'
import { createTRPCReact, getQueryKey } from '@trpc/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

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

const socketUrl = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/trpc`

/** Pauses before reconnecting: none, then 1 s doubling up to 30 s, with random spread so that clients do not all return at once. */
export const reconnectPause = (attempt: number) =>
  attempt === 0 ? 0 : Math.min(30_000, 500 * 2 ** attempt) * (0.75 + Math.random() / 2)

let isSocketOpen = false

const subscriptions = () =>
  wsLink({
    client: createWSClient({
      url: socketUrl,
      lazy: { enabled: true, closeMs: 1000 },
      retryDelayMs: reconnectPause,
      keepAlive: { enabled: true },
      onOpen: () => {
        isSocketOpen = true
      },
      // Signed out elsewhere, deleted or suspended: refresh the user, which leads to the landing page. Browsers do not say
      // why a socket did not open: the session may have ended while the page was opening.
      onClose: cause => {
        if (!isSocketOpen || cause?.code === CLOSE_UNAUTHORIZED || cause?.code === CLOSE_SUSPENDED)
          void queryClient.invalidateQueries({ queryKey: userKey })
        isSocketOpen = false
      },
    }),
  })

export const trpcClient = trpc.createClient({
  // The server renders pages with the hooks, and makes no calls with them.
  links: import.meta.env.SSR
    ? []
    : [
        splitLink({
          condition: operation => operation.type === 'subscription',
          true: subscriptions(),
          // GET addresses stay under what proxies take; the server accepts 20 calls a batch.
          false: httpBatchLink({ url: '/api/trpc', maxItems: 20, maxURLLength: 4000 }),
        }),
      ],
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
