import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../client.ts'
import { addressOf, OPERATIONS } from './document.ts'

/** What a call sends. `send`: a form instead of JSON. */
interface Sent {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
  send?: FormData
  headers?: Record<string, string>
}
interface Recorded extends Pick<Sent, 'path' | 'query' | 'body'> {
  form?: Record<string, string>
  headers?: Record<string, string>
  /** Whether a call that needs no sign-in was made with a session. */
  withSession?: true
  answer?: unknown
}

const BY_ID = new Map(OPERATIONS.map(one => [one.operation.operationId, one]))

/** The shown time of the first call. */
const BEGAN = Date.UTC(2030, 4, 30, 16, 0)
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Plays calls and keeps the first one of each operation, with its answer. What differs from run to run is replaced, so
 * that a recording is always the same text: ids and secrets by made-up ones, and the database's times by those of `now`,
 * the app's clock, which stands still during a call.
 */
export class Recorder {
  now = BEGAN
  readonly #calls: Record<string, Recorded> = {}
  readonly #events: Record<string, { type: string }> = {}
  readonly #windows: { from: number; shown: number }[] = []
  readonly #shown: [real: string, shown: string][] = []

  /** Shows a text instead of one that is different in each run. */
  show(real: string, shown: string): void {
    this.#shown.push([real, shown])
  }

  /** @param minutes that pass. */
  later(minutes: number): void {
    this.now += minutes * MINUTE_MS
  }

  async call<T = unknown>(client: Client, operationId: string, sent: Sent = {}): Promise<T> {
    const found = BY_ID.get(operationId)
    if (!found) throw new Error(`the document has no ${operationId}`)
    const { path = {}, query, body, send, headers } = sent
    // A time of the database belongs to one call alone.
    await sleep(2)
    this.now += 1_000
    this.#windows.push({ from: Date.now(), shown: this.now })
    const address = addressOf(found.path).replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? '')
    const hasSession = client.cookie !== undefined
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const answer = await client.send<T>(found.verb.toUpperCase(), address + search, send ?? body, headers)
    if (answer.status !== 200 && answer.status !== 204)
      throw new Error(`${operationId} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    this.#calls[operationId] ??= {
      ...(sent.path && { path }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(found.operation.security?.length === 0 && hasSession && { withSession: true }),
      ...(body && { body }),
      ...(send && {
        form: Object.fromEntries(
          [...send].map(([name, value]) => [name, typeof value === 'string' ? value : `@${value.name}`]),
        ),
      }),
      ...(isJson && { answer: answer.body }),
    }
    return answer.body
  }

  /** Keeps the first event of each type that a user's stream brings, until it ends. */
  async recordEvents({ url, cookie = '' }: Client): Promise<void> {
    const { body } = await fetch(`${url}/api/events`, { headers: { cookie } })
    void (async () => {
      let text = ''
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
          text = text.slice(end + 2)
          const event = data === undefined ? null : (JSON.parse(data) as { type: string })
          if (event) this.#events[event.type] ??= event
        }
      }
    })().catch(() => {})
  }

  /** The types of events that came. */
  eventTypes = () => Object.keys(this.#events).sort()

  /** Everything that was recorded, sorted by name. */
  text(): string {
    const sorted = (from: object) =>
      Object.fromEntries(Object.entries(from).sort(([one], [other]) => (one < other ? -1 : 1)))
    let text = JSON.stringify({ calls: this.#calls, events: sorted(this.#events) })
    for (const [real, shown] of this.#shown) text = text.replaceAll(real, shown)
    text = replaceEach(text, UUID, (_, at) => `0190d6c4-8f1e-7a50-9c3b-5f2e7d1a${(0x4b68 + at).toString(16)}`)
    text = replaceEach(text, LONG, (found, at) => (WORD.test(found) ? found : madeUp(found, at)))
    text = text
      .replaceAll(TIME, time => this.#shownTime(time))
      .replaceAll(new RegExp(`${FIRST_DAY}|${today()}`, 'g'), new Date(BEGAN).toISOString().slice(0, 10))
    const { calls, events } = JSON.parse(text)
    return `${JSON.stringify({ calls: sorted(calls), events }, null, 2)}\n`
  }

  /** A time of the database as the app's clock stood then. Times of that clock stay. */
  #shownTime(text: string): string {
    const time = Date.parse(text)
    const first = this.#windows[0]?.from ?? 0
    if (time < first - DAY_MS || time > Date.now()) return text
    const shown = this.#windows.findLast(({ from }) => from <= time)?.shown ?? BEGAN
    return new Date(shown).toISOString()
  }
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
/** Base64 of 16 bytes and more, which are random, and words as long. The two files of a photo share a name. */
const LONG = /whsec_[\w+/]+=*|[\w-]{20,}?(?=-(?:thumb|large)\b)|[\w-]{20,}/g
const WORD = /^[a-z]+([A-Z][a-z]+)*$|^[a-z]+(-[a-z]+)*$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const today = () => new Date().toISOString().slice(0, 10)
/** A recording may begin before midnight and end after it. */
const FIRST_DAY = today()

/** Replaces each distinct match by a text made from its number. */
function replaceEach(text: string, pattern: RegExp, make: (match: string, at: number) => string): string {
  const made = new Map<string, string>()
  return text.replaceAll(pattern, match => {
    const known = made.get(match) ?? make(match, made.size)
    made.set(match, known)
    return known
  })
}

/** A text that looks like a secret, of the same length. */
function madeUp(secret: string, at: number): string {
  const [prefix = ''] = /^(barkyard_|whsec_)?/.exec(secret) ?? []
  const bytes = createHash('sha512').update(`secret ${at}`).digest('base64url').repeat(2)
  return prefix + bytes.slice(0, secret.length - prefix.length)
}
