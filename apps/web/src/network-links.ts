import type { AppRouter } from '@barkyard/api/features/index'
import { CLOSE_SUSPENDED, CLOSE_UNAUTHORIZED } from '@barkyard/domain/socket'
import { createWSClient, httpBatchLink, splitLink, type TRPCLink, wsLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import { newClientId } from './lib/client-id.ts'

/** Pauses before reconnecting: none, then 1 s doubling up to 30 s, with random spread so that clients do not all return at once. */
export const reconnectPause = (attempt: number) =>
  attempt === 0 ? 0 : Math.min(30_000, 500 * 2 ** attempt) * (0.75 + Math.random() / 2)

/** Calls that make something. Sent again because the answer was lost, they make it once. */
const MAKES = /\.(create\w*|suggest|addPark|noteReport)$/
/** Who sends the same later means another one. */
const KEPT_MS = 60_000
/** Their keys, by what they send, until a change of such things is answered: the next one is meant anew. */
const keys = new Map<string, string>()

const makesOnce: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation') return next(op)
    const sent = `${op.path} ${JSON.stringify(op.input)}`
    if (MAKES.test(op.path) && !keys.has(sent)) {
      keys.set(sent, newClientId())
      setTimeout(() => keys.delete(sent), KEPT_MS)
    }
    const answered = () => {
      const router = op.path.replace(/\..*/, '.')
      for (const one of keys.keys()) if (one.startsWith(router)) keys.delete(one)
    }
    return next({ ...op, context: { ...op.context, key: keys.get(sent) } }).pipe(
      // A refusal is an answer, except while the first call still runs.
      tap({ next: answered, error: ({ data }) => data && data.reason !== 'idempotency-key-in-use' && answered() }),
    )
  }

/** How calls reach the server, but for tests. `onSessionInDoubt`: the socket's end may be that of the session. */
export function networkLinks(onSessionInDoubt: () => void): TRPCLink<AppRouter>[] {
  let isSocketOpen = false
  // The session of the last socket has ended: the next one would be closed as soon as it opens.
  let isOver = false
  const client = createWSClient({
    url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/trpc`,
    lazy: { enabled: true, closeMs: 1000 },
    retryDelayMs: attempt => reconnectPause(isOver ? attempt + 1 : attempt),
    // In ms. A slow phone's answer takes seconds. tRPC minds one wait at a time, so a wait ends before the next ping.
    keepAlive: { enabled: true, intervalMs: 10_000, pongTimeoutMs: 8_000 },
    onOpen: () => {
      isSocketOpen = true
    },
    // Browsers do not say why a socket did not open: the session may have ended while the page was opening.
    onClose: cause => {
      isOver = cause?.code === CLOSE_UNAUTHORIZED || cause?.code === CLOSE_SUSPENDED
      if (isOver || !isSocketOpen) onSessionInDoubt()
      isSocketOpen = false
    },
  })
  return [
    makesOnce,
    splitLink({
      condition: operation => operation.type === 'subscription',
      true: wsLink({ client }),
      // GET addresses stay under what proxies take; the server accepts 20 calls a batch.
      false: httpBatchLink({
        url: '/api/trpc',
        maxItems: 20,
        maxURLLength: 4000,
        headers: ({ opList: [{ context }, other] }) => ({
          ...(!other && context.key ? { 'idempotency-key': `${context.key}` } : {}),
          ...(!other && context.dogId ? { 'x-dog': `${context.dogId}` } : {}),
        }),
      }),
    }),
  ]
}
