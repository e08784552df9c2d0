import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Reads a file of apps/api/data. It searches upwards from this module, because modules are at different depths in
 * the bundle and in the sources. Throws if the data was not shipped.
 */
export function readDataFile(name: string): Buffer {
  const start = dirname(fileURLToPath(import.meta.url))
  for (let dir = start; ; dir = dirname(dir)) {
    const file = join(dir, 'data', name)
    if (existsSync(file)) return readFileSync(file)
    if (dir === dirname(dir)) throw new Error(`data/${name} is missing: it belongs beside dist and src`)
  }
}

/** The rows of a small tab-separated file, without comments and blank lines. */
export function readDataRows(name: string): string[][] {
  const lines = readDataFile(name).toString('utf8').split('\n')
  return lines.filter(line => line !== '' && !line.startsWith('#')).map(line => line.split('\t'))
}
