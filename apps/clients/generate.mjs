// Makes three clients of the API's document, each by another generator, in dist/.
import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import { writeDocument } from './documents.mjs'

const to = path => join(import.meta.dirname, 'dist', path)

await rm(to(''), { recursive: true, force: true })
const document = writeDocument('openapi.json')
await createClient({ input: document, output: to('hey-api'), logs: { level: 'silent' } })
await generate({
  input: document,
  output: {
    target: to('orval.ts'),
    client: 'fetch',
    override: { mutator: { path: join(import.meta.dirname, 'orval-fetch.ts'), name: 'callApi' } },
  },
})
await writeFile(
  to('barkyard.ts'),
  astToString(await openapiTypescript(pathToFileURL(document), { defaultNonNullable: false })),
)
// The example that uses these types is checked and run beside them.
await copyFile(join(import.meta.dirname, '../api/examples/bot.ts'), to('bot.ts'))
