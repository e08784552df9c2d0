import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allEnded, fileNames, keyOfFile, type PhotoStorage } from './photo-storage.ts'

/** Stores photos as files under `root`, in folders named by the key's first two characters. */
export function diskStorage(root: string): PhotoStorage {
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
      const file = await open(join(folderOf(key), name)).catch(() => null)
      return file && { size: (await file.stat()).size, body: file.createReadStream() }
    },
  }
}
