// Writes openapi.json, the document as it is served; with --check it says whether the one that is there is still true.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentText } from '../src/rest/document.ts'

const file = join(import.meta.dirname, '../openapi.json')
const text = documentText()
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('apps/api/openapi.json is not what the code makes: run `pnpm --filter @barkyard/api openapi`')
  process.exit(1)
}
