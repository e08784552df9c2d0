import { useEffect, useRef, useState } from 'react'
import { ServerError } from '../../lib/errors.ts'
import { queryClient, userKey } from '../../trpc.ts'
import { sendUntilAnswered } from './send.ts'

interface Sent {
  path: string
  body: string | FormData
  key: string
}

/** waiting: there was no answer, and it is tried again by itself. */
export type SendState = 'idle' | 'sending' | 'waiting'

/** Sends something until the server answers, as long as the page is open. */
export function useSend() {
  const [state, setState] = useState<SendState>('idle')
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Resolves with the answer's JSON, or with null where it is being sent already or the page was left. */
  async function send(what: Sent): Promise<unknown> {
    if (running.current) return null
    const controller = new AbortController()
    running.current = controller
    setState('sending')
    try {
      return await sendUntilAnswered({ ...what, signal: controller.signal, onWaiting: () => setState('waiting') })
    } catch (error) {
      if (controller.signal.aborted) return null
      if (error instanceof ServerError && error.status === 401)
        void queryClient.invalidateQueries({ queryKey: userKey })
      throw error
    } finally {
      running.current = null
      setState('idle')
    }
  }
  return { state, send, stop: () => running.current?.abort() }
}
