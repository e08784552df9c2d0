import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { ownerWithDog } from './client.ts'

const app = testApp()
const clients = join(import.meta.dirname, '../../clients')
const run = promisify(execFile)

interface Script {
  play(server: string, person: { email: string; place: { lat: number; lng: number } }): Promise<string[]>
}

beforeAll(async () => {
  await run(process.execPath, ['generate.mjs'], { cwd: clients })
})

describe('clients that generators make of the document', () => {
  test('pass tsc --strict, and so do scripts that use them without a cast', async () => {
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
    const { stdout } = await run(process.execPath, [tsc, '--project', clients])
    expect(stdout).toBe('')
  })

  test.each(['openapi-fetch', 'hey-api', 'orval'])('%s plays from the sign-up to a chat', async name => {
    // A yard of their own: nobody else's dog is near.
    const place = { lat: 10 + 5 * name.length, lng: -30 }
    await ownerWithDog(app.url, { name: 'Nearby' }, place)
    const { play } = (await import(join(clients, `play-${name}.ts`))) as Script
    const said = await play(`${app.url}/api`, { email: `${name}@example.test`, place })
    expect(said).toEqual(['Woof! 🐕', 'woof, typed'])
  })
})
