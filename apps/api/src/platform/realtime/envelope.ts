import type { BusMessage } from './bus.ts'
import type { Audience, LiveMessage } from './hub.ts'

/** The unit that is published over Redis. */
export interface Envelope {
  /** The sending process and its connection. */
  from: string
  /** Counts the envelopes of `from`, so that one that arrives over two channels is handled once. */
  n: number
  what: BusMessage | { type: 'missed'; ageMs: number }
}

/** The written form of an event. During an update, processes of the previous version read and write it too. */
interface WrittenEvent {
  type: 'news'
  audience: Audience
  news: LiveMessage
}
type Written = Omit<Envelope, 'what'> & { what: Exclude<Envelope['what'], { type: 'event' }> | WrittenEvent }

export function writeEnvelope({ what, ...sender }: Envelope): string {
  if (what.type !== 'event') return JSON.stringify({ ...sender, what } satisfies Written)
  const { type: _, audience, ...news } = what
  return JSON.stringify({ ...sender, what: { type: 'news', audience, news } } satisfies Written)
}

/** @returns null if `writeEnvelope` did not write the text. */
export function readEnvelope(text: string): Envelope | null {
  try {
    const { what, ...sender } = JSON.parse(text) as Written
    if (what.type !== 'news') return { ...sender, what }
    return { ...sender, what: { type: 'event', audience: what.audience, ...what.news } }
  } catch {
    return null
  }
}
