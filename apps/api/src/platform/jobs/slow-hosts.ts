/** Concurrent requests to one host, of each process, so that a slow host does not block the others. */
const AT_ONCE = 8
/** After this many failures in a row, a host is paused. */
const FAILURES_MAX = 3
const PAUSE_MS = 30_000
const BUSY_PAUSE_MS = 1_000
const HOSTS_MAX = 1_000

interface Host {
  running: number
  failures: number
  /** In ms, by the process's clock. */
  pausedUntil: number
}

/** Keeps a slow or unreachable host from blocking the others. */
export class SlowHosts {
  readonly #hosts = new Map<string, Host>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** When to try a host again; null: call `run` now. */
  busyUntil(endpoint: string): Date | null {
    const host = this.#hosts.get(new URL(endpoint).host)
    if (!host) return null
    const now = this.#now().getTime()
    // A longer pause means that the clock was set back.
    if (host.pausedUntil > now && host.pausedUntil - now <= PAUSE_MS) return new Date(host.pausedUntil)
    return host.running >= AT_ONCE ? new Date(now + BUSY_PAUSE_MS) : null
  }

  /** Sends a request. @param isFailure whether an error means that the host cannot accept any requests now. */
  async run<T>(endpoint: string, send: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    const name = new URL(endpoint).host
    const host = this.#hosts.get(name) ?? { running: 0, failures: 0, pausedUntil: 0 }
    this.#hosts.set(name, host)
    host.running++
    try {
      const answer = await send()
      host.failures = 0
      host.pausedUntil = 0
      return answer
    } catch (error) {
      host.failures = isFailure(error) ? host.failures + 1 : 0
      if (host.failures >= FAILURES_MAX) host.pausedUntil = this.#now().getTime() + PAUSE_MS
      throw error
    } finally {
      host.running--
      if (host.running === 0 && host.failures === 0 && this.#hosts.size > HOSTS_MAX) this.#hosts.delete(name)
    }
  }
}
