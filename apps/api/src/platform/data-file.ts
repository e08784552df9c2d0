import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder above this module in which there is such a file; null: none. Modules are at different depths in the bundle and
 * in the sources.
 */
export function folderWith(...path: string[]): string | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ...path))) return folder
    if (folder === dirname(folder)) return null
  }
}

/** Reads a file of apps/api/data. Throws if the data was not shipped. */
export function readDataFile(name: string): Buffer {
  const folder = folderWith('data', name)
  if (folder === null) throw new Error(`data/${name} is missing: it belongs beside dist and src`)
  return readFileSync(join(folder, 'data', name))
}

/** The folder of the built web app: `client` for the browser, `server` for rendering. */
export function webFolder(): string {
  const apps = folderWith('web', 'package.json')
  return apps === null ? join(process.cwd(), 'dist') : join(apps, 'web', 'dist')
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
