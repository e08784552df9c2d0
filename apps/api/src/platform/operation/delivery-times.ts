type Channel = 'push' | 'mail'

const KEPT = 1_000

interface Counts {
  sent: number
  failed: number
  givenUp: number
}

/** Deliveries of this process by channel, for the metrics. */
export class DeliveryTimes {
  readonly counts: Record<Channel, Counts> = {
    push: { sent: 0, failed: 0, givenUp: 0 },
    mail: { sent: 0, failed: 0, givenUp: 0 },
  }
  /** The delays of the last KEPT deliveries in seconds, from due to sent. */
  readonly #delays: Record<Channel, number[]> = { push: [], mail: [] }
  readonly #next: Record<Channel, number> = { push: 0, mail: 0 }

  sent(channel: Channel, delayMs: number): void {
    this.counts[channel].sent++
    this.#delays[channel][this.#next[channel]] = Math.max(0, delayMs) / 1000
    this.#next[channel] = (this.#next[channel] + 1) % KEPT
  }

  /** Counts a failed delivery. @param pause until the next try; null if it is not tried again. */
  countGivenUp(channel: Channel, pause: number | null): number | null {
    if (pause === null) this.counts[channel].givenUp++
    return pause
  }

  /** A quantile of the last delays in seconds; 0 if there are none. */
  delay(channel: Channel, share: number): number {
    const sorted = [...this.#delays[channel]].sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  }
}
