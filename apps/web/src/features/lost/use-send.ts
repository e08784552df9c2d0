import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ServerError, serverErrorOf } from '../../lib/errors.ts'
import { queryClient, userKey } from '../../trpc.ts'

interface Sent {
  path: string
  /** A text is JSON. */
  body: string | FormData
  /** The Idempotency-Key: however often it is sent, it is done once. */
  key: string
}

/** waiting: there was no answer, and it is tried again by itself. */
type SendState = 'idle' | 'sending' | 'waiting'

/** Statuses that say nothing about what was sent: a proxy gave up, too many calls. */
const NOT_NOW = [408, 429]

const isLater = (error: unknown) =>
  !(error instanceof ServerError) ||
  error.status >= 500 ||
  NOT_NOW.includes(error.status) ||
  error.reason === 'idempotency-key-in-use'

/** Between two tries: 2 s, doubling up to 30 s, or until the device is connected again or nobody wants it any more. */
async function pause(attempt: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  await new Promise<unknown>(resolve => {
    setTimeout(resolve, Math.min(30_000, 2_000 * 2 ** attempt))
    window.addEventListener('online', resolve, { signal: over.signal })
    signal.addEventListener('abort', resolve, { signal: over.signal })
  })
  over.abort()
}

async function post({ path, body, key }: Sent, signal: AbortSignal): Promise<unknown> {
  const json = typeof body === 'string' && { 'content-type': 'application/json' }
  const headers = { accept: 'application/json', 'idempotency-key': key, ...json }
  const answer = await fetch(path, { method: 'POST', headers, body, signal })
  const text = await answer.text()
  if (!answer.ok) throw serverErrorOf(answer.status, text, answer.statusText)
  return JSON.parse(text)
}

/** Sends something until the server answers or refuses it, as long as the page is open, also behind another one. */
export function useSend(onSent: (answer: unknown) => void, onRefused: (error: unknown) => void) {
  const [isWaiting, setWaiting] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, reset, isPending } = useMutation({
    mutationFn: async ({ signal, ...sent }: Sent & { signal: AbortSignal }) => {
      for (let attempt = 0; ; attempt++) {
        try {
          return await post(sent, signal)
        } catch (error) {
          if (signal.aborted || !isLater(error)) throw error
        }
        setWaiting(true)
        await pause(attempt, signal)
        signal.throwIfAborted()
      }
    },
    meta: { refresh: [] },
    onSuccess: onSent,
    onError: (error, { signal }) => {
      if (signal.aborted) return
      if (error instanceof ServerError && error.status === 401)
        void queryClient.invalidateQueries({ queryKey: userKey })
      onRefused(error)
    },
    onSettled: (_answer, _error, { signal }) => {
      if (running.current?.signal === signal) running.current = null
    },
  })
  const state: SendState = !isPending ? 'idle' : isWaiting ? 'waiting' : 'sending'
  return {
    state,
    send: (what: Sent) => {
      if (running.current) return
      running.current = new AbortController()
      setWaiting(false)
      mutate({ ...what, signal: running.current.signal })
    },
    stop: () => {
      running.current?.abort()
      running.current = null
      reset()
    },
  }
}
