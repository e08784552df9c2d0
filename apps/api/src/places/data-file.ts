import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A file of apps/api/data/places. Looked for upwards from this module: the bundle puts shared modules at another depth
 * than the sources. Throws where the data was not shipped.
 */
export function readPlacesFile(name: string): Buffer {
  const start = dirname(fileURLToPath(import.meta.url))
  for (let dir = start; ; dir = dirname(dir)) {
    const file = join(dir, 'data', 'places', name)
    if (existsSync(file)) return readFileSync(file)
    if (dir === dirname(dir)) throw new Error(`data/places/${name} is missing: it belongs beside dist and src`)
  }
}

/** The lines of a small tab-separated file, comments and blank lines left out. */
export function readPlacesRows(name: string): string[][] {
  const lines = readPlacesFile(name).toString('utf8').split('\n')
  return lines.filter(line => line !== '' && !line.startsWith('#')).map(line => line.split('\t'))
}
