import { serverErrorOf } from '../../lib/errors.ts'

/** Pauses between two tries, in ms: 2 s, doubling up to 30 s. */
const pause = (attempt: number) => Math.min(30_000, 2_000 * 2 ** attempt)
/** Statuses that say nothing about what was sent: a proxy gave up, too many calls. */
const NOT_NOW = [408, 429]

interface SendOptions {
  path: string
  /** A text is JSON. */
  body: string | FormData
  /** The Idempotency-Key: however often it is sent, it is done once. */
  key: string
  /** Aborting ends the tries; the promise then rejects. */
  signal: AbortSignal
  /** Called when a try has failed and the next one is to come. */
  onWaiting: () => void
}

/** Resolves after a pause, or once the device is connected again. */
const until = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/**
 * Posts something until the server answers, with the same key each time. @returns the answer's JSON.
 * @throws ServerError if the server refuses it
 */
export async function sendUntilAnswered({ path, body, key, signal, onWaiting }: SendOptions): Promise<unknown> {
  const headers = {
    accept: 'application/json',
    'idempotency-key': key,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(path, { method: 'POST', headers, body, signal }).catch(() => null)
    signal.throwIfAborted()
    const text = await answer?.text().catch(() => null)
    if (answer && typeof text === 'string') {
      if (answer.ok) return JSON.parse(text)
      const error = serverErrorOf(answer.status, text, answer.statusText)
      const isLater =
        answer.status >= 500 || NOT_NOW.includes(answer.status) || error.reason === 'idempotency-key-in-use'
      if (!isLater) throw error
    }
    onWaiting()
    await until(pause(attempt), signal)
    signal.throwIfAborted()
  }
}
