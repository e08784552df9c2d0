import { type Photo, photoSchema } from '@barkyard/domain/schemas/photo'
import { queryClient, userKey } from '../trpc.ts'
import { serverErrorOf } from './errors.ts'

interface UploadOptions {
  /** The part that is already sent, 0 to 1. */
  onProgress?: (share: number) => void
  /** Aborting rejects with an AbortError. */
  signal?: AbortSignal
}

function answerOf(request: XMLHttpRequest): Photo {
  if (request.status !== 200) throw serverErrorOf(request.status, request.responseText, request.statusText)
  return photoSchema.parse(JSON.parse(request.responseText))
}

/**
 * Uploads one photo of a dog. Rejects with a ServerError that has the server's message, or with another Error (no
 * connection, a proxy's answer). It refreshes nothing: the caller does that after its last photo. It uses XMLHttpRequest,
 * because fetch does not report upload progress.
 */
export function uploadPhoto(dogId: string, file: File, { onProgress, signal }: UploadOptions = {}): Promise<Photo> {
  const form = new FormData()
  form.append('dogId', dogId)
  form.append('photo', file)
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
    request.open('POST', '/api/photos')
    request.setRequestHeader('accept', 'application/json')
    request.send(form)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
  })
}
