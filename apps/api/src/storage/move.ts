import type { PhotoStorage } from './photo-storage.ts'
import { fileNames } from './photo-storage.ts'

const AT_ONCE = 8

export interface Moved {
  copied: number
  /** Copied by an earlier run. */
  there: number
  /** Half a photo: an upload that was cut off, or a photo deleted meanwhile. */
  incomplete: number
  bytes: number
}

/** Keys of all photos of a storage, each once. */
export async function* keysOf(storage: PhotoStorage): AsyncGenerator<string> {
  // Both storages list by folder or by name, so that a photo's two files are never in two of these groups.
  let group = ''
  const seen = new Set<string>()
  for await (const key of storage.list(new Date(Date.now() + 24 * 60 * 60 * 1000))) {
    if (key.slice(0, 2) !== group) {
      group = key.slice(0, 2)
      seen.clear()
    }
    if (seen.has(key)) continue
    seen.add(key)
    yield key
  }
}

/**
 * Copies what the second storage lacks; broken off, it goes on where it was. With `remove` what is safe in the second
 * is removed from the first.
 */
export async function movePhotos(
  from: PhotoStorage,
  to: PhotoStorage,
  { remove, progress }: { remove: boolean; progress: (moved: Moved) => void },
): Promise<Moved> {
  const moved: Moved = { copied: 0, there: 0, incomplete: 0, bytes: 0 }
  const keys = keysOf(from)
  async function work(): Promise<void> {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      const key = next.value
      if (await to.has(key)) moved.there++
      else {
        const names = fileNames(key)
        const [thumb, large] = await Promise.all([bytesOf(from, names.thumb), bytesOf(from, names.large)])
        if (!thumb || !large) {
          moved.incomplete++
          continue
        }
        await to.save(key, { thumb, large })
        moved.copied++
        moved.bytes += thumb.length + large.length
      }
      if (remove) await from.remove(key)
      progress(moved)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return moved
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
