import { serverErrorOf } from '../../lib/errors.ts'
import { saveFile } from '../../lib/save-file.ts'
import { queryClient, userKey } from '../../trpc.ts'

interface DownloadOptions {
  /** Absent if an OpenID provider keeps it. */
  password?: string
  /** Called with the number of bytes received. The total is not known in advance. */
  onProgress: (bytes: number) => void
  /** Aborting rejects with an AbortError. */
  signal: AbortSignal
}

const FALLBACK_NAME = 'barkyard.zip'

/**
 * Downloads the account's archive and makes the browser save it. Rejects with a ServerError that has the server's message,
 * or with another error if the connection broke. Nothing is saved then.
 */
export async function downloadArchive({ password, onProgress, signal }: DownloadOptions): Promise<void> {
  const response = await fetch('/api/account/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/zip, application/json' },
    body: JSON.stringify({ password }),
    signal,
  })
  if (response.status === 401) void queryClient.invalidateQueries({ queryKey: userKey })
  if (!response.ok) throw serverErrorOf(response.status, await response.text(), response.statusText)
  if (!response.body) throw new Error('The answer has no body')
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value)
    bytes += read.value.length
    onProgress(bytes)
  }
  saveFile(new Blob(parts, { type: 'application/zip' }), fileNameOf(response.headers.get('content-disposition')))
}

/** The name that the server gave the file. */
const fileNameOf = (disposition: string | null) => /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? FALLBACK_NAME
