import { MESSAGES_DEFAULT, MESSAGES_MAX } from '@barkyard/domain/message'
import type { Message } from '@barkyard/domain/schemas/message'

/** Merges messages of a match in the order of `seq`, each once. Returns `current` itself if nothing is new. */
export function mergeMessages(current: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const known = new Set(current.map(message => message.seq))
  const fresh = incoming.filter(message => !known.has(message.seq) && known.add(message.seq))
  if (fresh.length === 0) return current
  return [...current, ...fresh].sort((one, other) => one.seq - other.seq)
}

/** The message after which to read on: the last one before the first gap, otherwise the newest. null if there is none. */
function readOnFrom(messages: readonly Message[]): Message | null {
  const beforeGap = messages.find((message, index) => {
    const next = messages[index + 1]
    return next !== undefined && next.seq !== message.seq + 1
  })
  return beforeGap ?? messages.at(-1) ?? null
}

/** Whether there are older messages on the server: a match counts its messages from 1, without a gap. */
const hasOlder = (messages: readonly Message[]) => (messages[0]?.seq ?? 1) > 1

/** The newest seq that follows the first message without a gap; 0 without messages. */
export const newestSeq = (messages: readonly Message[]) => readOnFrom(messages)?.seq ?? 0

interface ListQuery {
  before?: string
  after?: string
  limit: number
}

export interface ThreadState {
  phase: 'loading' | 'ready' | 'failed'
  failure?: unknown
  messages: readonly Message[]
  older: 'none' | 'more' | 'loading' | 'failed'
}

export interface ThreadReaderOptions {
  /** The newest messages, if they came with the page. */
  known?: readonly Message[] | undefined
  /** Reads messages of the match, oldest first. */
  list: (query: ListQuery) => Promise<readonly Message[]>
  pause: (attempt: number) => number
  onChange: () => void
  /** New messages, without older ones that were requested. `first`: the messages with which the chat opens. */
  onArrived: (messages: readonly Message[], first: boolean) => void
}

const opened = (messages: readonly Message[]): ThreadState => ({
  phase: 'ready',
  messages,
  older: hasOlder(messages) ? 'more' : 'none',
})

/** Reads a match's messages: the newest ones first, older ones on request, and missed ones after a gap. */
export class ThreadReader {
  state: ThreadState
  readonly #options: ThreadReaderOptions
  #running: Promise<void> | null = null
  #again = false
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  constructor(options: ThreadReaderOptions) {
    this.#options = options
    this.state = options.known ? opened(options.known) : { phase: 'loading', messages: [], older: 'none' }
  }

  /** Reads the newest messages, unless they are known. Later ones are read when the socket opens. */
  start(): void {
    this.#stopped = false
    if (this.state.phase === 'ready') this.#options.onArrived(this.state.messages, true)
    else void this.catchUp()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#retry)
  }

  receive(message: Message): void {
    // Before the first read its place is unknown. That read, or the next one, contains it.
    if (this.state.phase !== 'ready') {
      this.#again = true
      return
    }
    this.#add([message])
  }

  /** Reads all missing messages. Afterwards all messages that existed at the time of the call are loaded. */
  catchUp(): Promise<void> {
    clearTimeout(this.#retry)
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async loadOlder(): Promise<void> {
    const first = this.state.messages[0]
    if (!first || this.state.older === 'none' || this.state.older === 'loading') return
    this.#become({ older: 'loading' })
    try {
      const page = await this.#options.list({ before: first.id, limit: MESSAGES_DEFAULT })
      const messages = mergeMessages(this.state.messages, page)
      this.#become({ messages, older: hasOlder(messages) && page.length > 0 ? 'more' : 'none' })
    } catch {
      this.#become({ older: 'failed' })
    }
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        if (this.state.phase === 'ready') await this.#readOn()
        else await this.#readNewest()
      }
      this.#failures = 0
    } catch (failure) {
      if (this.state.phase !== 'ready') this.#become({ phase: 'failed', failure })
      if (!this.#stopped) this.#retry = setTimeout(() => void this.catchUp(), this.#options.pause(++this.#failures))
    }
  }

  async #readNewest(): Promise<void> {
    const messages = await this.#options.list({ limit: MESSAGES_DEFAULT })
    if (this.#stopped) return
    this.#become(opened(messages))
    this.#options.onArrived(messages, true)
  }

  async #readOn(): Promise<void> {
    let from = readOnFrom(this.state.messages)
    if (!from) return this.#readNewest()
    for (;;) {
      const page: readonly Message[] = await this.#options.list({ after: from.id, limit: MESSAGES_MAX })
      if (this.#stopped) return
      this.#add(page)
      const last = page.at(-1)
      if (!last || page.length < MESSAGES_MAX) return
      from = last
    }
  }

  #add(incoming: readonly Message[]): void {
    const { messages } = this.state
    const merged = mergeMessages(messages, incoming)
    if (merged === messages) return
    const known = new Set(messages.map(message => message.seq))
    this.#become({ messages: merged })
    this.#options.onArrived(
      merged.filter(message => !known.has(message.seq)),
      false,
    )
  }

  #become(change: Partial<ThreadState>): void {
    this.state = { ...this.state, ...change }
    this.#options.onChange()
  }
}
