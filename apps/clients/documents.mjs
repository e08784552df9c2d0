// Writes the two documents of the built API into dist/, for the linters and generators.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentText } from '@barkyard/api/documents'

const folder = join(import.meta.dirname, 'dist')

/** Writes `openapi.json` or `asyncapi.json`. Returns its path. */
export function writeDocument(name) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, documentText(name))
  return path
}
