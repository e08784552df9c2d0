import { makePhotoFiles } from '@barkyard/api/platform/storage/photo-image'
import { serve } from '../lib/child.ts'
import { aPhoto, UPLOAD_HEIGHT, UPLOAD_WIDTH } from '../photos.ts'

/** Processes photos one after the other, each from a new buffer like an upload's, and reports its resident memory. */
const photo = await aPhoto(UPLOAD_WIDTH, UPLOAD_HEIGHT)
serve({ ready: true }, async ({ uploads }: { uploads: number }) => {
  for (let index = 0; index < uploads; index++) await makePhotoFiles(Buffer.from(photo))
  globalThis.gc?.()
  return { rss: process.memoryUsage().rss }
})
