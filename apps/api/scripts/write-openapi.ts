// Writes openapi.json and asyncapi.json, the documents as they are served; with --check it says whether those that are
// there are still true.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncDocumentText } from '../src/rest/asyncapi.ts'
import { documentText } from '../src/rest/document.ts'

for (const [name, text] of Object.entries({ 'openapi.json': documentText(), 'asyncapi.json': asyncDocumentText() })) {
  const file = join(import.meta.dirname, '..', name)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`apps/api/${name} is not what the code makes: run \`pnpm --filter @barkyard/api openapi\``)
    process.exitCode = 1
  }
}
