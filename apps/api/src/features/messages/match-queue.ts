export interface OfMatch {
  message: { matchId: string }
}

/**
 * Messages that wait for a batch, in the order of their arrival within each match. A match is busy from when its messages
 * are taken until it is released. Each message is looked at a few times, however many wait.
 */
export class MatchQueue<M extends OfMatch> {
  #arrived: M[] = []
  /** They come first: they waited for a batch with earlier messages of their matches. */
  #released: M[] = []
  /** The busy matches, each with the messages that wait for it. */
  readonly #busy = new Map<string, M[]>()
  size = 0

  push(waiting: M): void {
    this.#arrived.push(waiting)
    this.size++
  }

  /** Takes at most `max` messages of matches that are not busy. These matches are busy then. */
  take(max: number): M[] {
    const batch: M[] = []
    this.#released = this.#takeFrom(this.#released, batch, max)
    this.#arrived = this.#takeFrom(this.#arrived, batch, max)
    for (const { message } of batch) this.#busy.set(message.matchId, [])
    this.size -= batch.length
    return batch
  }

  /** @returns the messages that were not looked at, because the batch is full. */
  #takeFrom(list: M[], batch: M[], max: number): M[] {
    for (const [index, waiting] of list.entries()) {
      if (batch.length === max) return list.slice(index)
      const behind = this.#busy.get(waiting.message.matchId)
      if (behind) behind.push(waiting)
      else batch.push(waiting)
    }
    return []
  }

  /** These messages' matches are no longer busy, except those that `isKept` names. */
  release(taken: readonly M[], isKept: (matchId: string) => boolean): void {
    for (const { message } of taken) {
      const behind = this.#busy.get(message.matchId)
      if (!behind || isKept(message.matchId)) continue
      this.#busy.delete(message.matchId)
      for (const waiting of behind) this.#released.push(waiting)
    }
  }
}
