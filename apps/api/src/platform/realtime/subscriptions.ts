import { setTimeout as pause } from 'node:timers/promises'
import type { Audience, Hub, Interest } from './hub.ts'
import type { RedisLink } from './redis-link.ts'

/** Messages to more channels go over `ALL`, once: the text names all recipients, and would be sent to each of them. */
const CHANNELS_MAX = 20

export const ALL = 'barkyard:all'

const channelOf = (kind: Interest, id: string): string => `barkyard:${kind}:${id}`

const channelsOf = ({ userIds, dogIds }: Audience): string[] => [
  ...userIds.map(id => channelOf('user', id)),
  ...dogIds.map(id => channelOf('dog', id)),
]

export function routeTo(audience: Audience): string[] {
  const isWide = audience.userIds.length + audience.dogIds.length > CHANNELS_MAX
  return isWide ? [ALL] : channelsOf(audience)
}

const RETRY_MS = 100

interface Change {
  kind: Interest
  id: string
}

/** Keeps the subscribed channels of this process equal to the users and dogs that have listeners in its hub. */
export class Subscriptions {
  readonly #hub: Hub
  readonly #link: Pick<RedisLink, 'isConnected' | 'subscribe' | 'unsubscribe'>
  readonly #subscribed = new Set<string>()
  /** Users and dogs that got or lost their listeners and are not yet subscribed or unsubscribed, by channel. */
  readonly #changed = new Map<string, Change>()
  #isUpdating = false
  /** Resolved once all present changes are made. */
  #waiting: (() => void)[] = []

  constructor(hub: Hub, link: Pick<RedisLink, 'isConnected' | 'subscribe' | 'unsubscribe'>) {
    this.#hub = hub
    this.#link = link
    hub.onInterest = (kind, id) => {
      this.#changed.set(channelOf(kind, id), { kind, id })
      this.update()
    }
  }

  /** Resolves once the present listeners are subscribed, or Redis is found to be unavailable. */
  async settled(): Promise<void> {
    if (this.#isUpdating) await new Promise<void>(resolve => void this.#waiting.push(resolve))
  }

  /** All channels that a new connection subscribes to. They count as subscribed from now on. */
  begin(): string[] {
    this.#subscribed.clear()
    this.#changed.clear()
    const channels = channelsOf(this.#hub.interests())
    for (const channel of channels) this.#subscribed.add(channel)
    return [ALL, ...channels]
  }

  /** Makes the changes that are due, unless that is under way. */
  update(): void {
    if (this.#isUpdating) return
    this.#isUpdating = true
    // Changes of one turn of the event loop are made together.
    setImmediate(() => void this.#run())
  }

  close(): void {
    this.#hub.onInterest = () => {}
  }

  async #run(): Promise<void> {
    while (this.#changed.size > 0 && this.#link.isConnected()) {
      const changed = [...this.#changed]
      this.#changed.clear()
      const waiting = this.#waiting
      this.#waiting = []
      try {
        await this.#make(changed)
        for (const resolve of waiting) resolve()
      } catch {
        this.#waiting.push(...waiting)
        // If Redis is unavailable, its next connection begins with all channels; otherwise these are tried again.
        for (const [channel, change] of changed) {
          this.#subscribed.delete(channel)
          if (!this.#changed.has(channel)) this.#changed.set(channel, change)
        }
        await pause(RETRY_MS)
      }
    }
    this.#isUpdating = false
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async #make(changed: [channel: string, change: Change][]): Promise<void> {
    const isWanted = ({ kind, id }: Change) => this.#hub.isWanted(kind, id)
    const added = changed.filter(([channel, change]) => isWanted(change) && !this.#subscribed.has(channel))
    const removed = changed.filter(([channel, change]) => !isWanted(change) && this.#subscribed.has(channel))
    for (const [channel] of added) this.#subscribed.add(channel)
    for (const [channel] of removed) this.#subscribed.delete(channel)
    await Promise.all([
      this.#link.subscribe(added.map(([channel]) => channel)),
      this.#link.unsubscribe(removed.map(([channel]) => channel)),
    ])
  }
}
