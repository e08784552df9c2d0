/** How long a stream is followed after its client was lost. In ms. */
const KEPT_MS = 60_000
/** Lost streams that are followed at most, in all and of one session; beyond it the oldest is forgotten. */
const KEPT_MAX = 1_000
const KEPT_OF_SESSION = 5

/** One event stream: open, or lost a moment ago and still followed. */
export interface FollowedStream {
  readonly sessionId: string
  /** The id of its newest event, whether or not a client got it. */
  lastId: string
  /** More events wait for a slow client. */
  isBehind: boolean
  /** Stops following it. */
  end(): void
}

/**
 * What event streams have told lately, so that a client that comes back after a loss hears whether it missed something.
 * A stream of another process, or of long ago, is not known here.
 */
export class StreamMemory {
  readonly #streams = new Map<string, FollowedStream>()
  readonly #lost = new Map<string, NodeJS.Timeout>()

  /** @param name what the ids of its events begin with. */
  add(name: string, stream: FollowedStream): void {
    this.#streams.set(name, stream)
  }

  /** The client of a stream is gone: it is followed a while longer. */
  lost(name: string): void {
    const stream = this.#streams.get(name)
    if (!stream) return
    this.#lost.set(name, setTimeout(() => this.forget(name), KEPT_MS).unref())
    const all = [...this.#lost.keys()]
    const itsOwn = all.filter(other => this.#streams.get(other)?.sessionId === stream.sessionId)
    for (const old of [...all.slice(0, -KEPT_MAX), ...itsOwn.slice(0, -KEPT_OF_SESSION)]) this.forget(old)
  }

  /** Whether a session's client that heard this event last has heard everything until now. It is asked once. */
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
