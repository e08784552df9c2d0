import type { Readable } from 'node:stream'
import type { PhotoFocus } from '@barkyard/domain/schemas/photo'

/** A photo's files. */
export interface PhotoFiles {
  /** WebP. */
  thumb: Buffer
  large: Buffer
}

/** A photo's files, and where its dog probably is. */
export interface MadePhoto extends PhotoFiles {
  focus: PhotoFocus | null
}

/** Where photos lie. `key` is random and never used twice. */
export interface PhotoStorage {
  /** Both files are stored for good when this resolves; nothing is being written any more when it rejects. */
  save(key: string, files: PhotoFiles): Promise<void>
  /** Removes a photo's files; one that is not there is fine. */
  remove(key: string): Promise<void>
  /** Whether both files are there. */
  has(key: string): Promise<boolean>
  /** A file by its name ("<key>-thumb.webp"), or null. */
  read(name: string): Promise<{ body: Readable; size: number } | null>
}

/** The names of a photo's files. */
export const fileNames = (key: string) => ({ thumb: `${key}-thumb.webp`, large: `${key}-large.webp` })

/** The key of a file's name, or null where it is none of ours. */
export const keyOfFile = (name: string) => /^([\w-]{20,64})-(?:thumb|large)\.webp$/.exec(name)?.[1] ?? null

/** Resolves once all of the work has ended, rejects with the first error: nothing goes on behind a failure. */
export async function allEnded(work: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

/** Both files of a photo; null where one of them is missing. */
export async function readFiles(storage: PhotoStorage, key: string): Promise<PhotoFiles | null> {
  const names = fileNames(key)
  const [thumb, large] = await Promise.all([bytesOf(storage, names.thumb), bytesOf(storage, names.large)])
  return thumb && large ? { thumb, large } : null
}

async function bytesOf(storage: PhotoStorage, name: string): Promise<Buffer | null> {
  const file = await storage.read(name)
  if (!file) return null
  const chunks: Buffer[] = []
  for await (const chunk of file.body) chunks.push(Buffer.from(chunk))
  const bytes = Buffer.concat(chunks)
  if (bytes.length !== file.size) throw new Error(`${name} was read in part`)
  return bytes
}
