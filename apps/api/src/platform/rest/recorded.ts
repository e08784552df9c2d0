import recorded from './recorded.json' with { type: 'json' }

interface RecordedCall {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** The fields of a form; "@name" stands for a file. */
  form?: Record<string, string>
  headers?: Record<string, string>
  /** A session was sent, which the call does not need. */
  withSession?: boolean
  /** Absent: the answer is not JSON. */
  answer?: unknown
}

/** A call of each operation and an event of each type, as a test played them: `test/rest/recorded.test.ts`. */
export const RECORDED: {
  calls: Partial<Record<string, RecordedCall>>
  events: Partial<Record<string, { type: string }>>
} = recorded
