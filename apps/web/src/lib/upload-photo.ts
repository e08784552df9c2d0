import { type Photo, photoSchema } from '@barkyard/domain/schemas/photo'
import { queryClient, userKey } from '../trpc.ts'
import { serverErrorOf } from './errors.ts'

interface UploadOptions {
  /** The part that is already sent, 0 to 1. */
  onProgress?: (share: number) => void
  /** Aborting rejects with an AbortError. */
  signal?: AbortSignal
}

function answerOf(request: XMLHttpRequest): unknown {
  if (request.status !== 200) throw serverErrorOf(request.status, request.responseText, request.statusText)
  return JSON.parse(request.responseText)
}

/** Sends a form with a file. Rejects with the server's message (ServerError) or another. `fetch` tells no progress. */
export function sendForm(
  path: string,
  fields: Record<string, string | File>,
  { onProgress, signal }: UploadOptions = {},
): Promise<unknown> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.upload.onprogress = event => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status === 401) void queryClient.invalidateQueries({ queryKey: userKey })
      try {
        resolve(answerOf(request))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new Error('No connection'))
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.send(form)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
  })
}

/** Uploads one photo of a dog, as `sendForm` does. It refreshes nothing: the caller does that after its last photo. */
export const uploadPhoto = async (dogId: string, file: File, options?: UploadOptions): Promise<Photo> =>
  photoSchema.parse(await sendForm('/api/photos', { dogId, photo: file }, options))
