import type { BusMessage } from './bus.ts'
import type { Audience, LiveMessage } from './hub.ts'

/** The unit that is published over Redis. */
export interface Packet {
  /** The sending process and its connection. */
  from: string
  /** Counts the packets of `from`, so that one that arrives over two channels is handled once. */
  n: number
  what: BusMessage | { type: 'missed'; ageMs: number }
}

/** The written form of an event. During an update, processes of the previous version read and write it too. */
interface WrittenEvent {
  type: 'news'
  audience: Audience
  news: LiveMessage
}
type Written = Omit<Packet, 'what'> & { what: Exclude<Packet['what'], { type: 'event' }> | WrittenEvent }

export function writePacket({ what, ...sender }: Packet): string {
  if (what.type !== 'event') return JSON.stringify({ ...sender, what } satisfies Written)
  const { type: _, audience, ...news } = what
  return JSON.stringify({ ...sender, what: { type: 'news', audience, news } } satisfies Written)
}

/** @returns null if `writePacket` did not write the text. */
export function readPacket(text: string): Packet | null {
  try {
    const { what, ...sender } = JSON.parse(text) as Written
    if (what.type !== 'news') return { ...sender, what }
    return { ...sender, what: { type: 'event', audience: what.audience, ...what.news } }
  } catch {
    return null
  }
}
