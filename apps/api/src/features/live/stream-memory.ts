/** How long a stream is followed after it lost its client, in ms. */
const KEPT_MS = 60_000
/** The most lost streams that are followed, in total and per session. Beyond that the oldest is dropped. */
const KEPT_MAX = 1_000
const KEPT_OF_SESSION = 5

/** An event stream that is open, or recently lost and still followed. */
export interface FollowedStream {
  readonly sessionId: string
  /** The id of its newest event, whether or not a client has received it. */
  lastId: string
  /** More events wait for a slow client. */
  isBehind: boolean
  /** Stops following it. */
  end(): void
}

/**
 * Remembers the latest events of event streams, so that a reconnecting client learns whether it missed any. Streams of
 * other processes and older streams are unknown here.
 */
export class StreamMemory {
  readonly #streams = new Map<string, FollowedStream>()
  readonly #lost = new Map<string, NodeJS.Timeout>()

  /** @param name the prefix of event ids. */
  add(name: string, stream: FollowedStream): void {
    this.#streams.set(name, stream)
  }

  /** Call this when a stream loses its client. The stream is followed for a while longer. */
  lost(name: string): void {
    const stream = this.#streams.get(name)
    if (!stream) return
    this.#lost.set(name, setTimeout(() => this.forget(name), KEPT_MS).unref())
    const all = [...this.#lost.keys()]
    const itsOwn = all.filter(other => this.#streams.get(other)?.sessionId === stream.sessionId)
    for (const old of [...all.slice(0, -KEPT_MAX), ...itsOwn.slice(0, -KEPT_OF_SESSION)]) this.forget(old)
  }

  /** Whether a session's client whose last event is this one has missed nothing. Can be called once per stream. */
  isComplete(sessionId: string, lastEventId: string): boolean {
    const name = lastEventId.split('-')[0] ?? ''
    const stream = this.#streams.get(name)
    if (stream?.sessionId !== sessionId) return false
    if (this.#lost.has(name)) this.forget(name)
    return stream.lastId === lastEventId && !stream.isBehind
  }

  forget(name: string): void {
    clearTimeout(this.#lost.get(name))
    this.#lost.delete(name)
    this.#streams.get(name)?.end()
    this.#streams.delete(name)
  }
}
