// Writes openapi.json and asyncapi.json, the documents as they are served; with --check it says whether those that are
// there are still true.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentText } from '../src/documents.ts'

for (const name of ['openapi.json', 'asyncapi.json'] as const) {
  const text = documentText(name)
  const file = join(import.meta.dirname, '..', name)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`apps/api/${name} is not what the code makes: run \`pnpm --filter @barkyard/api openapi\``)
    process.exitCode = 1
  }
}
