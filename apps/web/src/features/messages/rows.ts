import type { Message } from '@barkyard/domain/schemas/message'
import type { ChatInsert } from '../../lib/chat-insert.ts'
import type { Outgoing } from './conversation/outbox.ts'

/** The beginning of the day before, by the browser's clock: a day has 23 or 25 hours where summer time begins or ends. */
const dayBefore = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)

/** One message as the page shows it. */
export interface Row {
  /** Stays the same when a message is confirmed. */
  key: string
  own: boolean
  body: string
  /** ISO 8601. */
  createdAt: string
  /** The day to show above the first message of a day: any time of it, ISO 8601. */
  day: string | null
  /** Whether the same dog also sent the message above. They are then closer together. */
  joined: boolean
  /** Only for unconfirmed messages. */
  outgoing: { clientId: string; state: Outgoing['state'] } | null
}

interface RowsInput {
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  sentAs: ReadonlyMap<string, string>
  /** Own messages are those of this dog. */
  dogId: string
  /** Whether the first loaded message is the first of the match. If not, its day may begin earlier. */
  fromStart: boolean
}

const JOIN_WITHIN_MS = 5 * 60_000

/** Confirmed messages in their order, then the unconfirmed ones. */
export function toRows({ messages, outgoing, sentAs, dogId, fromStart }: RowsInput): Row[] {
  const rows: Row[] = []
  let previous: { own: boolean; time: number; day: string } | null = null
  const add = (row: Omit<Row, 'day' | 'joined'>) => {
    const date = new Date(row.createdAt)
    const day = date.toDateString()
    const newDay = previous ? previous.day !== day : fromStart
    const close = previous !== null && date.getTime() - previous.time < JOIN_WITHIN_MS
    rows.push({ ...row, day: newDay ? row.createdAt : null, joined: !newDay && close && previous?.own === row.own })
    previous = { own: row.own, time: date.getTime(), day }
  }
  for (const { id, senderDogId, body, createdAt } of messages) {
    add({ key: sentAs.get(id) ?? id, own: senderDogId === dogId, body, createdAt, outgoing: null })
  }
  for (const { clientId, body, createdAt, state } of outgoing) {
    add({ key: clientId, own: true, body, createdAt, outgoing: { clientId, state } })
  }
  return rows
}

/** A row that is no message. */
export interface InsertRow extends ChatInsert {
  /** As of a message. */
  day: string | null
}

export type StreamRow = Row | InsertRow

export const isInsert = (row: StreamRow): row is InsertRow => 'node' in row

/** The messages with what stands between them. @param inserts in the order of time */
export function withInserts(rows: readonly Row[], inserts: readonly ChatInsert[], fromStart: boolean): StreamRow[] {
  const first = rows[0]
  // What is older than the loaded messages comes with those beside it.
  const left = inserts.filter(({ at }) => fromStart || (first !== undefined && at >= first.createdAt))
  if (left.length === 0) return [...rows]
  const all: StreamRow[] = []
  let day = fromStart ? '' : first && new Date(first.createdAt).toDateString()
  const add = (row: StreamRow, at: string) => {
    const own = new Date(at).toDateString()
    const before = all.at(-1)
    const isNewDay = own !== day
    day = own
    const joined = !isInsert(row) && row.joined && before !== undefined && !isInsert(before)
    all.push({ ...row, day: isNewDay ? at : null, ...(!isInsert(row) && { joined }) })
  }
  for (const row of rows) {
    while (left[0] && (row.outgoing !== null || left[0].at < row.createdAt)) {
      const insert = left.shift()
      if (insert) add({ ...insert, day: null }, insert.at)
    }
    add(row, row.createdAt)
  }
  for (const insert of left) add({ ...insert, day: null }, insert.at)
  return all
}

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
/** Hour and minute, as the reader's region writes them. */
export const timeLabel = (iso: string) => time.format(new Date(iso))

/** "Today", "Yesterday" or the date, with the year if it is not the current one. */
export function dayLabel(iso: string, now: Date): string {
  const date = new Date(iso)
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === dayBefore(now).toDateString()) return 'Yesterday'
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString(undefined, { weekday: 'long', month: 'long', day: 'numeric', ...year })
}
