import type { Message } from '@barkyard/domain/schemas/message'
import type { ChatInsert } from '../../lib/chat-insert.ts'
import type { Outgoing } from './conversation/outbox.ts'

/** The beginning of the day before, by the browser's clock: a day has 23 or 25 hours where summer time begins or ends. */
const dayBefore = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)

export interface Row {
  /** Stays the same when a message is confirmed. */
  key: string
  own: boolean
  body: string
  createdAt: string
  /** The day to show above the first message of a day: any time of it, ISO 8601. */
  day: string | null
  /** Whether the same dog also sent the message above. They are then closer together. */
  joined: boolean
  outgoing: { clientId: string; state: Outgoing['state'] } | null
}

/** A row that is no message. */
export interface InsertRow extends ChatInsert {
  day: string | null
}

export type StreamRow = Row | InsertRow

export const isInsert = (row: StreamRow | undefined): row is InsertRow => row !== undefined && 'node' in row

interface RowsInput {
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  sentAs: ReadonlyMap<string, string>
  dogId: string
  /** What stands between the messages, in the order of time. */
  inserts: readonly ChatInsert[]
  /** Whether the first loaded message is the first of the match. If not, its day may begin earlier. */
  fromStart: boolean
}

const JOIN_WITHIN_MS = 5 * 60_000

/** Confirmed messages in their order with what stands between them, then the unconfirmed ones. */
export function toRows({ messages, outgoing, sentAs, dogId, inserts, fromStart }: RowsInput): StreamRow[] {
  const said = [
    ...messages.map(({ id, senderDogId, body, createdAt }) => ({
      key: sentAs.get(id) ?? id,
      own: senderDogId === dogId,
      body,
      createdAt,
      outgoing: null,
    })),
    ...outgoing.map(({ clientId, body, createdAt, state }) => ({
      key: clientId,
      own: true,
      body,
      createdAt,
      outgoing: { clientId, state },
    })),
  ]
  const from = said[0]?.createdAt
  // What is older than the loaded messages comes with those beside it.
  const left = inserts.filter(({ at }) => fromStart || (from !== undefined && at >= from))
  const rows: StreamRow[] = []
  let day = fromStart || !from ? '' : new Date(from).toDateString()
  const dayOf = (at: string) => {
    const before = day
    day = new Date(at).toDateString()
    return day === before ? null : at
  }
  const insertUntil = (isDue: (at: string) => boolean) => {
    for (let next = left[0]; next && isDue(next.at); next = left[0]) {
      rows.push({ ...next, day: dayOf(next.at) })
      left.shift()
    }
  }
  for (const row of said) {
    insertUntil(at => row.outgoing !== null || at < row.createdAt)
    const before = rows.at(-1)
    const newDay = dayOf(row.createdAt)
    const isClose =
      before !== undefined &&
      !isInsert(before) &&
      before.own === row.own &&
      Date.parse(row.createdAt) - Date.parse(before.createdAt) < JOIN_WITHIN_MS
    rows.push({ ...row, day: newDay, joined: newDay === null && isClose })
  }
  insertUntil(() => true)
  return rows
}

/** "Today", "Yesterday" or the date, with the year if it is not the current one. */
export function dayLabel(iso: string, now: Date): string {
  const date = new Date(iso)
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === dayBefore(now).toDateString()) return 'Yesterday'
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString(undefined, { weekday: 'long', month: 'long', day: 'numeric', ...year })
}
