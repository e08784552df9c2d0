import type { Channel } from '@barkyard/db/queries/deliveries'

const KEPT = 1_000

interface Counts {
  sent: number
  failed: number
  givenUp: number
}

/** What this process has sent, by channel, for the metrics. */
export class DeliveryTimes {
  readonly counts: Record<Channel, Counts> = {
    push: { sent: 0, failed: 0, givenUp: 0 },
    mail: { sent: 0, failed: 0, givenUp: 0 },
  }
  /** Seconds between when each of the last KEPT was due and when it was sent. */
  readonly #delays: Record<Channel, number[]> = { push: [], mail: [] }
  readonly #next: Record<Channel, number> = { push: 0, mail: 0 }

  sent(channel: Channel, delayMs: number): void {
    this.counts[channel].sent++
    this.#delays[channel][this.#next[channel]] = Math.max(0, delayMs) / 1000
    this.#next[channel] = (this.#next[channel] + 1) % KEPT
  }

  /** Counts what nobody tries any more. @param pause until the next try; null: none. */
  countGivenUp(channel: Channel, pause: number | null): number | null {
    if (pause === null) this.counts[channel].givenUp++
    return pause
  }

  /** The delay in seconds that a share of the last sent stayed below; 0 where none was sent. */
  delay(channel: Channel, share: number): number {
    const sorted = [...this.#delays[channel]].sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  }
}
