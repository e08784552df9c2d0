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

/** A text with `{{names}}`, which stand for these values. Throws if it names another one. */
export const readDataText = (file: string, values: Record<string, string | number>): string =>
  readDataFile(file)
    .toString('utf8')
    .trimEnd()
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
      const value = values[name]
      if (value === undefined) throw new Error(`data/${file} names ${name}, which has no value`)
      return String(value)
    })
