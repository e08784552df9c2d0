import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { PhotoFocus } from '@barkyard/domain/schemas/photo'
import { AppError } from '../errors.ts'

export interface PhotoFiles {
  /** WebP. */
  thumb: Buffer
  large: Buffer
}

/** A photo's files, and the point where its dog probably is. */
export interface MadePhoto extends PhotoFiles {
  focus: PhotoFocus | null
  /** Its perceptual hash, a signed 64-bit number; null: it has too little detail. */
  hash: bigint | null
}

/** Learns the codes of refusals, so that an operator learns of wrong credentials. */
export interface ErrorLog {
  error(details: object, message: string): void
}

/** Stores photos. `key` is random and never used twice. */
export interface PhotoStorage {
  /** Once it resolves, both files are durable. Once it rejects, nothing is still being written. */
  save(key: string, files: PhotoFiles): Promise<void>
  /** Removes a photo's files; missing files are no error. */
  remove(key: string): Promise<void>
  has(key: string): Promise<boolean>
  /** A file by its name ("<key>-thumb.webp"), or null. */
  read(name: string): Promise<{ body: Readable; size: number } | null>
}

export const fileNames = (key: string) => ({ thumb: `${key}-thumb.webp`, large: `${key}-large.webp` })

/** The key in a file's name; null if it is not a photo's name. */
export const keyOfFile = (name: string) => /^([\w-]{20,64})-(?:thumb|large)\.webp$/.exec(name)?.[1] ?? null

export const photosAway = () => new AppError('photos-away', { retryAfter: 2 })

/** Handles the error of a file that is not there. Any other may be over later. */
export const ifGone =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }

/** Waits until all work has ended, then rejects with the first error if there was one. */
export async function allEnded(work: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

/** Stores photos as files under `root`, in folders named by the key's first two characters. */
export function diskStorage(root: string, log?: ErrorLog): PhotoStorage {
  const folderOf = (key: string) => join(root, key.slice(0, 2))

  /** Writes a file atomically: to a temporary name, flushed, then renamed. */
  async function write(path: string, data: Buffer) {
    const temporary = `${path}.part`
    await writeFile(temporary, data, { mode: 0o600, flush: true })
    await rename(temporary, path)
  }

  return {
    async save(key, { thumb, large }) {
      const folder = folderOf(key)
      const names = fileNames(key)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await allEnded([write(join(folder, names.thumb), thumb), write(join(folder, names.large), large)])
    },
    async remove(key) {
      const names = fileNames(key)
      // An interrupted write leaves a partial file under a temporary name.
      const files = [names.thumb, names.large].flatMap(name => [name, `${name}.part`])
      await Promise.all(files.map(name => rm(join(folderOf(key), name), { force: true })))
    },
    async has(key) {
      const paths = Object.values(fileNames(key)).map(name => join(folderOf(key), name))
      const found = await Promise.all(paths.map(path => stat(path).catch(() => null)))
      return found.every(file => file?.isFile())
    },
    async read(name) {
      const key = keyOfFile(name)
      if (!key) return null
      // Once it is open, deleting it does not matter.
      const opened = open(join(folderOf(key), name)).catch(ifGone(null))
      const file = await opened.catch(error => {
        log?.error({ code: error.code }, 'a photo on the disk cannot be opened')
        throw photosAway()
      })
      return file && { size: (await file.stat()).size, body: file.createReadStream() }
    },
  }
}

export async function readFiles(storage: PhotoStorage, key: string): Promise<PhotoFiles | null> {
  const names = fileNames(key)
  const [thumb, large] = await Promise.all([bytesOf(storage, names.thumb), bytesOf(storage, names.large)])
  return thumb && large ? { thumb, large } : null
}

export async function bytesOf(storage: PhotoStorage, name: string): Promise<Buffer | null> {
  const file = await storage.read(name)
  if (!file) return null
  const bytes = Buffer.concat(await file.body.toArray())
  if (bytes.length !== file.size) throw new Error(`${name} was read in part`)
  return bytes
}

/** Whether the bytes start like a JPEG, PNG or WebP file. Names and declared types cannot be trusted. */
export function isPhoto(bytes: Buffer): boolean {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return starts('ffd8ff') || starts('89504e470d0a1a0a') || isWebp
}
