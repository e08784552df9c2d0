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

/** What a line of curl depends on besides the recorded call. */
interface Call {
  operationId: string
  method: string
  /** The address of the server, and of the call with its parameters in braces. */
  server: URL
  path: string
  signsInBy: 'token' | 'cookie' | 'nothing'
  setsCookie: boolean
  /** The type of the answer, "application/json". */
  type: string | undefined
}

const FILES: Record<string, string> = {
  'image/webp': 'photo.webp',
  'application/zip': 'account.zip',
  'text/calendar': 'plan.ics',
}

export function curlOf({ operationId, method, server, path, signsInBy, setsCookie, type }: Call): string {
  const { path: parameters = {}, query, body, form, headers = {}, withSession } = RECORDED.calls[operationId] ?? {}
  const address = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name) => parameters[name] ?? ''),
    server,
  )
  address.search = query ? new URLSearchParams(query).toString().replaceAll('%2C', ',') : ''
  const implied = body || form ? 'POST' : 'GET'
  return [
    'curl',
    ...(type === 'text/event-stream' ? ['-N'] : []),
    ...(method === implied ? [] : [`-X ${method}`]),
    ...(signsInBy === 'token' ? ["-H 'authorization: Bearer barkyard_…'"] : []),
    ...(signsInBy === 'cookie' || withSession ? ['-b jar'] : []),
    ...(setsCookie ? ['-c jar'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`] : []),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${name}=${value}`),
    ...(type !== undefined && FILES[type] ? [`-o ${FILES[type]}`] : []),
    quoted(address.href),
  ].join(' ')
}

const quoted = (text: string) => (/^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
